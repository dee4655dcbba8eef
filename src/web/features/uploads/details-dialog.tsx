/**
 * The form for type and properties of the files, for all of them or for one, while they are sent. No document is created
 * while it is open; documents that exist already are changed.
 */
import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide';
import { useState } from 'react';
import { useStore } from 'zustand';
import { documentById } from '#web/api/document-by-id.ts';
import { creatableTypes } from '#web/api/document-context.ts';
import { documentTypes } from '#web/api/document-types.ts';
import { schemas } from '#web/api/server-config.ts';
import { keepLastValues, lastValues } from '#web/documents/changes/last-values.ts';
import { useKindWords } from '#web/documents/use-kind-word.ts';
import { useFieldLabel } from '#web/forms/field-label.ts';
import { useProblemWords } from '#web/forms/use-problem-words.ts';
import { ValueField } from '#web/forms/value-field.tsx';
import { valueProblems } from '#web/forms/value-problems.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Note } from '#web/ui/note.tsx';
import { Select } from '#web/ui/select.tsx';
import type { Json } from '#wire/json.ts';
import { type Drafts, detailFields, detailsOf, fileTypes, noDraft, withDraft } from './details.ts';
import css from './details-dialog.module.css';
import { OtherTabGone, type UploadControls } from './upload-controls.ts';
import { isDescribable } from './upload-item.ts';

export interface DetailsDialogProps {
  readonly uploader: UploadControls;
  /** Ids of lines that are not in the form. */
  readonly except: ReadonlySet<string>;
  readonly onClose: () => void;
}

const all = 'all';
/** The key under which the last values of uploads are kept (last-values.ts). */
const uploads = 'uploads';

export function DetailsDialog({ uploader, except, onClose }: DetailsDialogProps) {
  const { t } = useTranslation('uploads');
  const { t: common } = useTranslation('ui');
  const format = useFormat();
  const labelOf = useFieldLabel();
  const problemWords = useProblemWords();
  const words = useKindWords();
  const items = useStore(uploader.store, (state) => state.items);
  const lines = [...items.values()].filter((item) => isDescribable(item) && !except.has(item.id));
  const [chosen, setChosen] = useState(all);
  const [drafts, setDrafts] = useState<Drafts>(new Map());
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [first] = lines;
  const one = lines.find(({ id }) => id === chosen);
  const config = useQuery(documentTypes()).data;
  const known = useQuery(schemas());
  const folder = useQuery({
    ...documentById((one ?? first)?.target.id ?? ''),
    enabled: first !== undefined,
  });
  const types = fileTypes(folder.data === undefined ? [] : creatableTypes(folder.data), config);
  const shared = drafts.get(all) ?? noDraft;
  const own = drafts.get(chosen) ?? noDraft;
  const type = own.type ?? shared.type;
  const fields = detailFields(type, config, known.data ?? [], one !== undefined);
  const errors = problemWords(
    fields
      .filter(({ name }) => name in own.properties)
      .flatMap((field) => valueProblems(field, own.properties[field.name], field.name)),
  );
  const last = lastValues(uploads);
  const change = (draft: Partial<typeof noDraft>) => setDrafts(withDraft(drafts, chosen, draft));

  const save = async () => {
    if (errors.size > 0 || saving) return;
    setSaving(true);
    setFailure(undefined);
    try {
      for (const [details, ids] of detailsOf(drafts, lines, all)) await uploader.describe(ids, details);
      keepLastValues(uploads, (drafts.get(all) ?? own).properties);
      onClose();
    } catch (cause) {
      if (cause instanceof OtherTabGone) setFailure(t('otherTabGone'));
      else setFailure(cause instanceof Error ? cause.message : String(cause));
      setSaving(false);
    }
  };

  return (
    <Dialog
      open
      guarded={drafts.size > 0}
      title={t('details.title', { count: lines.length, number: format.count(lines.length) })}
      description={t('details.hint')}
      onClose={onClose}
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button variant="primary" type="submit" loading={saving} loadingText={t('details.saving')}>
            {t('details.save')}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        {failure === undefined ? null : <Note kind="bad">{failure}</Note>}
        {lines.length < 2 ? null : (
          <Select
            label={t('details.for')}
            value={one === undefined ? all : chosen}
            options={[
              {
                value: all,
                label: t('details.all', { count: lines.length, number: format.count(lines.length) }),
              },
              ...lines.map(({ id, name, steps }) => ({ value: id, label: [...steps, name].join(' / ') })),
            ]}
            onChange={setChosen}
          />
        )}
        <Select
          label={t('details.type')}
          value={type ?? ''}
          hint={
            (one === undefined ? lines : [one]).some(({ documentId }) => documentId !== null)
              ? t('details.typeStays')
              : undefined
          }
          options={[
            { value: '', label: t('details.asFile') },
            ...types.map((value) => ({ value, label: words.ofType(value) })),
          ]}
          onChange={(value) => change({ type: value === '' ? null : value })}
        />
        {last === undefined || Object.keys(own.properties).length > 0 ? null : (
          <div>
            <Button
              variant="quiet"
              size="small"
              icon={History}
              onClick={() => change({ properties: { ...last } })}
            >
              {t('details.last')}
            </Button>
          </div>
        )}
        {fields.map((field) => (
          <ValueField
            key={`${chosen} ${field.name}`}
            field={field}
            path={field.name}
            label={labelOf(field.name)}
            value={
              own.properties[field.name] ??
              shared.properties[field.name] ??
              one?.details?.properties[field.name] ??
              (field.name === 'dc:title' ? one?.name : undefined)
            }
            errors={errors}
            onChange={(value: Json) => change({ properties: { ...own.properties, [field.name]: value } })}
          />
        ))}
      </div>
    </Dialog>
  );
}

/** Sets the same properties on everything found. Only what is put into the list is changed. */
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide';
import { useState } from 'react';
import type { BulkSubject } from '#web/api/bulk.ts';
import { columnValues } from '#web/api/column-values.ts';
import { prefixOf, schemas } from '#web/api/server-config.ts';
import { useFieldLabel } from '#web/forms/field-label.ts';
import { type FormField, fieldsOfSchema } from '#web/forms/form-field.ts';
import { ValueField } from '#web/forms/value-field.tsx';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Combobox } from '#web/ui/combobox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { Json } from '#wire/json.ts';
import { useStartBulk } from './bulk-run.ts';
import css from './jobs.module.css';

export interface FoundDialogProps {
  readonly subject: BulkSubject;
  readonly count: number;
  readonly onClose: () => void;
}

/** Written by the server, whoever asks. */
const kept: ReadonlySet<string> = new Set([
  'dc:created',
  'dc:modified',
  'dc:creator',
  'dc:lastContributor',
  'dc:contributors',
]);
/** So many values of before are shown. */
const mostShown = 5;
const noErrors: ReadonlyMap<string, readonly string[]> = new Map();

export function EditFoundDialog({ subject, count, onClose }: FoundDialogProps) {
  const { t } = useTranslation('changes');
  const { t: common } = useTranslation('ui');
  const format = useFormat();
  const labelOf = useFieldLabel();
  const start = useStartBulk();
  const known = useQuery(schemas());
  const [values, setValues] = useState<ReadonlyMap<string, Json>>(new Map());
  const fields = (known.data ?? [])
    .flatMap((schema) => fieldsOfSchema(schema, prefixOf(schema)))
    .filter(({ name, kind }) => kind !== 'blob' && kind !== 'complex' && !kept.has(name))
    .sort(commonFirst);
  const chosen = fields.filter(({ name }) => values.has(name));
  const change = (name: string, value: Json) => setValues(new Map(values).set(name, value));
  const save = () => {
    if (values.size === 0) return;
    onClose();
    start(
      { subject, action: 'setProperties', parameters: Object.fromEntries(values) },
      {
        doing: t('job.editing'),
        done: ({ total }) => t('job.edited', { count: total, number: format.count(total) }),
      },
    );
  };
  return (
    <Dialog
      open
      guarded={values.size > 0}
      title={t('job.editTitle', { count, number: format.count(count) })}
      onClose={onClose}
      onSubmit={save}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" look="primary" disabled={values.size === 0}>
            {t('job.save')}
          </Button>
        </>
      }
    >
      <div className={css.fields}>
        {chosen.map((field) => (
          <div key={field.name} className={css.field}>
            <ValueField
              field={field}
              path={field.name}
              label={labelOf(field.name)}
              value={values.get(field.name)}
              onChange={(value) => change(field.name, value)}
              errors={noErrors}
            />
            <Before subject={subject} field={field} />
            <IconButton
              icon={X}
              label={t('job.leave', { name: labelOf(field.name) })}
              onClick={() => setValues(new Map([...values].filter(([name]) => name !== field.name)))}
            />
          </div>
        ))}
        <Combobox
          label={t('job.property')}
          hint={t('job.propertyHint')}
          options={fields
            .filter(({ name }) => !values.has(name))
            .map(({ name }) => ({ id: name, label: labelOf(name), detail: name }))}
          value={null}
          loading={known.isFetching}
          failure={known.error?.message}
          onChange={(option) => option !== null && change(option.id, null)}
        />
      </div>
    </Dialog>
  );
}

/** What the documents have now, so that nobody overwrites what she has not seen. */
function Before({ subject, field }: Pick<FoundDialogProps, 'subject'> & { readonly field: FormField }) {
  const { t } = useTranslation('changes');
  const format = useFormat();
  const query = subject.kind === 'query' && hasValues(subject.query, field) ? subject : null;
  const { data } = useQuery({
    ...columnValues(field.name, { query: query?.query ?? '', params: query?.params ?? [] }, 'changes'),
    enabled: query !== null,
  });
  if (data === undefined) return null;
  const shown = data.slice(0, mostShown).map((value) => (value === '' ? t('filters.none') : value));
  const rest = data.length - shown.length;
  const more = rest > 0 ? [t('job.more', { count: rest, number: format.count(rest) })] : [];
  return <p className={css.before}>{t('job.before', { values: format.list([...shown, ...more]) })}</p>;
}

/** A query with an order of its own cannot be asked for other columns; only plain values are worth reading. */
function hasValues(query: string, { kind, list }: FormField): boolean {
  const isAskable = /^SELECT \* FROM/.test(query) && !/\border\s+by\b/i.test(query);
  return isAskable && !list && ['text', 'choice', 'directory', 'principal', 'whole'].includes(kind);
}

function commonFirst(one: FormField, other: FormField): number {
  return Number(other.name.startsWith('dc:')) - Number(one.name.startsWith('dc:'));
}

/** Sets the quota of a folder with everything in it, for administrators: a size, or no limit. Can be undone. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { spaceOf } from '#web/api/document-details.ts';
import { setQuota } from '#web/api/management.ts';
import { DocumentPicker } from '#web/forms/document-picker.tsx';
import { addToast } from '#web/frame/toasts.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Note } from '#web/ui/note.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { Select } from '#web/ui/select.tsx';
import type { DocumentEntity } from '#wire/document.ts';
import { RefusalNote } from '../refusal-note.tsx';
import css from './quota-dialog.module.css';
import { bytesOf, noLimit, type QuotaUnit, quotaUnits, sizeInUnit } from './quota-size.ts';

export interface QuotaDialogProps {
  /** Needs its `quota`; null: the dialog asks for the folder too. */
  readonly folder: DocumentEntity | null;
  readonly onClose: () => void;
}

export function QuotaDialog({ folder: given, onClose }: QuotaDialogProps) {
  const { t } = useTranslation('changes');
  const { t: common } = useTranslation('ui');
  const format = useFormat();
  const [folder, setFolder] = useState(given);
  const space = folder === null ? null : spaceOf(folder);
  const before = space?.allowed ?? null;
  const [{ amount, unit }, setSize] = useState(() => sizeInUnit(before));
  const [checked, setChecked] = useState(false);
  const set = useMutation(setQuota());
  const undoing = useMutation({
    ...setQuota(),
    onError: ({ message }) => addToast({ kind: 'bad', text: message }),
  });
  const bytes = bytesOf(amount, unit);
  const missing = checked && bytes === null ? t('quota.missing') : undefined;
  const name = folder?.title ?? '';
  const sayDone = (size: number, undo: () => void) => {
    const words = { name, size: format.size(size) };
    addToast({ text: t(size === noLimit ? 'quota.lifted' : 'quota.done', words), undo });
  };
  const store = (size: number | null) => {
    setChecked(true);
    const uid = folder?.uid ?? null;
    if (uid === null || size === null || set.isPending) return;
    set.mutate(
      { uid, size },
      {
        onSuccess: () => {
          sayDone(size, () => undoing.mutate({ uid, size: before ?? noLimit }));
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      open
      title={given === null ? t('quota.choose') : t('quota.title', { name })}
      description={space === null ? undefined : t('quota.used', { size: format.size(space.used) })}
      onClose={onClose}
      onSubmit={() => store(bytes)}
      footer={
        <>
          {before === null ? null : <Button onClick={() => store(noLimit)}>{t('quota.lift')}</Button>}
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" variant="primary" loading={set.isPending}>
            {t('quota.verb')}
          </Button>
        </>
      }
    >
      {set.error === null ? null : <RefusalNote error={set.error} isForm />}
      {given === null ? (
        <DocumentPicker
          label={t('quota.folder')}
          folders
          required
          value={folder?.uid ?? null}
          error={checked && folder === null ? t('quota.noFolder') : undefined}
          onChange={(_, chosen) => setFolder(chosen ?? null)}
        />
      ) : null}
      <div className={css.size}>
        <NumberField
          label={t('quota.limit')}
          required
          min={0}
          value={amount}
          error={missing}
          onChange={(next) => setSize({ amount: next, unit })}
        />
        <Select
          label={t('quota.unit')}
          value={unit}
          options={quotaUnits.map((one) => ({ value: one, label: unitName(one, format.locale) }))}
          onChange={(next) => setSize({ amount, unit: next })}
        />
      </div>
      {space !== null && bytes !== null && bytes < space.used ? (
        <Note kind="warn">{t('quota.over', { size: format.size(space.used) })}</Note>
      ) : null}
    </Dialog>
  );
}

const intlUnits = { MB: 'megabyte', GB: 'gigabyte', TB: 'terabyte' } as const;

function unitName(unit: QuotaUnit, locale: string): string {
  const parts = new Intl.NumberFormat(locale, { style: 'unit', unit: intlUnits[unit] }).formatToParts(1);
  return parts.find(({ type }) => type === 'unit')?.value ?? unit;
}

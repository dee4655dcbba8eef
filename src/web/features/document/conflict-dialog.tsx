// Somebody saved the same properties first: both values side by side, whose they are, and a choice for each.
import { useState } from 'react';
import { useFieldLabel } from '#web/forms/field-label.ts';
import type { FormField } from '#web/forms/form-field.ts';
import { usePerson } from '#web/forms/person-name.tsx';
import { ValueView } from '#web/forms/value-view.tsx';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { isString } from '#wire/json.ts';
import css from './conflict-dialog.module.css';
import type { Conflict } from './use-document-edit.ts';

export interface ConflictDialogProps {
  readonly conflict: Conflict;
  readonly fields: readonly FormField[];
  /** True = mine is kept. */
  readonly onSettle: (keepMine: ReadonlyMap<string, boolean>) => void;
  readonly onDiscard: () => void;
}

export function ConflictDialog({ conflict, fields, onSettle, onDiscard }: ConflictDialogProps) {
  const { t } = useTranslation('document');
  const labelOf = useFieldLabel();
  const format = useFormat();
  const { fresh, properties } = conflict;
  const [keepMine, setKeepMine] = useState<ReadonlyMap<string, boolean>>(new Map());
  const contributor = fresh.properties?.['dc:lastContributor'];
  const { label: name } = usePerson(isString(contributor) ? contributor : '');
  const when = format.relative(new Date(fresh.lastModified ?? ''));
  return (
    <Dialog
      open
      guarded
      size="large"
      title={t('conflict.title')}
      description={t('conflict.text', { name, when })}
      onClose={onDiscard}
      footer={
        <>
          <Button onClick={onDiscard}>{t('conflict.discard')}</Button>
          <Button
            look="primary"
            disabled={properties.some((one) => !keepMine.has(one.name))}
            onClick={() => onSettle(keepMine)}
          >
            {t('save')}
          </Button>
        </>
      }
    >
      {properties.map(({ name: property, mine, theirs }) => {
        const field = fields.find((one) => one.name === property);
        if (field === undefined) return null;
        const choose = (kept: boolean) => setKeepMine(new Map(keepMine).set(property, kept));
        return (
          <fieldset key={property} className={css.choice}>
            <legend>{labelOf(property)}</legend>
            {([true, false] as const).map((isMine) => (
              <label key={String(isMine)} className={css.side}>
                <input
                  type="radio"
                  name={property}
                  checked={keepMine.get(property) === isMine}
                  onChange={() => choose(isMine)}
                />
                <span>
                  <span className={css.whose}>
                    {isMine ? t('conflict.mine') : t('conflict.theirs', { name })}
                  </span>
                  <ValueView field={field} value={isMine ? mine : theirs} />
                </span>
              </label>
            ))}
          </fieldset>
        );
      })}
    </Dialog>
  );
}

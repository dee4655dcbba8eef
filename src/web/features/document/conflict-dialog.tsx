// Shown if somebody else saved the same properties first: both values side by side, the other person's name, and a choice
// for each.
import { useState } from 'react';
import { ConflictChoices, useOtherSave } from '#web/forms/conflict-choices.tsx';
import type { FormField } from '#web/forms/form-field.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { isString } from '#wire/json.ts';
import type { Conflict } from './use-document-edit.ts';

export interface ConflictDialogProps {
  readonly conflict: Conflict;
  readonly fields: readonly FormField[];
  /** By name; true keeps my value. */
  readonly onSettle: (keepMine: ReadonlyMap<string, boolean>) => void;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
}

export function ConflictDialog({ conflict, fields, onSettle, onDiscard, onClose }: ConflictDialogProps) {
  const { t } = useTranslation('document');
  const { fresh, properties } = conflict;
  const [keepMine, setKeepMine] = useState<ReadonlyMap<string, boolean>>(new Map());
  const found = fresh.properties?.['dc:lastContributor'];
  const contributor = isString(found) ? found : '';
  const other = useOtherSave(contributor, fresh.lastModified ?? null);
  return (
    <Dialog
      open
      guarded
      size="large"
      title={t('conflict.title')}
      description={t('conflict.text', { ...other })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onDiscard}>{t('conflict.discard')}</Button>
          <Button
            variant="primary"
            disabled={properties.some((one) => !keepMine.has(one.name))}
            onClick={() => onSettle(keepMine)}
          >
            {t('save')}
          </Button>
        </>
      }
    >
      <ConflictChoices
        conflicts={properties}
        fields={fields}
        contributor={contributor}
        keepMine={keepMine}
        onChange={setKeepMine}
      />
    </Dialog>
  );
}

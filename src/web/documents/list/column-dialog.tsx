/** Adds any property of the server's schemas as a column. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldType } from '#web/api/document-types.ts';
import { prefixOf, schemas } from '#web/api/server-config.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Combobox, type ComboboxOption } from '#web/ui/combobox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import type { SchemaEntity } from '#wire/config.ts';
import { columnLabel } from './columns.tsx';
import { type ListPlace, remember } from './list-preferences.ts';

export interface ColumnDialogProps {
  readonly place: ListPlace;
  readonly columns: readonly string[];
  readonly onClose: () => void;
}

/** Types that fit into a cell: a text, number, date, yes or no, or a list of these. */
const simple = /^(string|long|integer|double|date|boolean)(\[\])?$/;

function propertiesOf(schema: SchemaEntity): readonly string[] {
  return Object.entries(schema.fields)
    .filter(([name, field]) => !name.startsWith('@') && simple.test(fieldType(field)))
    .map(([name]) => `${prefixOf(schema)}:${name}`);
}

export function ColumnDialog({ place, columns, onClose }: ColumnDialogProps) {
  const { t } = useTranslation('changes');
  const { t: list } = useTranslation('documents');
  const { t: common } = useTranslation('ui');
  const { data, error, isFetching } = useQuery(schemas());
  const [chosen, setChosen] = useState<ComboboxOption | null>(null);
  const options = (data ?? []).flatMap((schema) =>
    propertiesOf(schema).map(
      (id): ComboboxOption => ({ id, label: columnLabel(id, list), detail: id, group: schema.name }),
    ),
  );
  const submit = () => {
    if (chosen === null) return;
    remember(place, { columns: [...new Set([...columns, chosen.id])] });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={t('columns.add')}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button variant="primary" type="submit" disabled={chosen === null}>
            {t('columns.add')}
          </Button>
        </>
      }
    >
      <Combobox
        label={t('columns.property')}
        options={options}
        value={chosen}
        onChange={setChosen}
        loading={isFetching}
        failure={error?.message}
      />
    </Dialog>
  );
}

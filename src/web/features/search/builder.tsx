/**
 * The query as rows of conditions. It edits the same text as the editor; only rows without a value yet are kept here.
 * Invariant: a change from outside (the editor, history, a saved search) replaces the rows.
 */
import { Lock, Plus, X } from 'lucide';
import { useState } from 'react';
import { findField, type OperatorName, operatorsFor, SYSTEM_FIELDS, type Vocabulary } from '#nxql/index.ts';
import { useFieldLabel } from '#web/forms/field-label.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Combobox, type ComboboxOption } from '#web/ui/combobox.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Note } from '#web/ui/note.tsx';
import { Grip, moveItem, useReorder } from '#web/ui/reorder.tsx';
import { Select } from '#web/ui/select.tsx';
import css from './builder.module.css';
import {
  type BuilderRow,
  type ConditionRow,
  operatorsWithoutValue,
  rowsOf,
  typesOf,
  withRows,
  withType,
} from './builder-rows.ts';
import { BuilderValue } from './builder-value.tsx';

export interface BuilderProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly vocabulary: Vocabulary;
}

interface Draft {
  readonly text: string;
  readonly rows: readonly BuilderRow[] | undefined;
}

const inBuilder: ReadonlySet<OperatorName> = new Set<OperatorName>([
  ...(['=', '!=', '<', '>', '<=', '>=', 'LIKE', 'NOT LIKE', 'ILIKE', 'NOT ILIKE'] as const),
  ...(['IN', 'NOT IN', 'STARTSWITH', 'IS NULL', 'IS NOT NULL'] as const),
]);

const newRow: ConditionRow = { kind: 'condition', field: 'dc:title', operator: 'ILIKE', values: [''] };

export function Builder({ value, onChange, vocabulary }: BuilderProps) {
  const { t } = useTranslation('search');
  const fields = useFields(vocabulary);
  const [draft, setDraft] = useState<Draft>(() => ({ text: value, rows: rowsOf(value) }));
  if (draft.text !== value) setDraft({ text: value, rows: rowsOf(value) });
  const { rows } = draft;
  const change = (next: readonly BuilderRow[]) => {
    const text = withRows(value, next, vocabulary);
    setDraft({ text, rows: next });
    onChange(text);
  };
  const order = useReorder(rows?.length ?? 0, (from, to) => change(moveItem(rows ?? [], from, to)));
  if (rows === undefined) return <Note kind="warn">{t('builder.faulty')}</Note>;

  const types = typesOf(value);
  return (
    <div className={css.builder}>
      <div className={css.from}>
        <Select
          label={t('builder.type')}
          value={types[0] ?? 'Document'}
          options={[...vocabulary.types.keys()].sort().map((name) => ({ value: name, label: name }))}
          onChange={(type) => onChange(withType(value, type))}
          disabledReason={types.length > 1 ? t('builder.severalTypes') : undefined}
        />
      </div>
      <ul className={css.rows} ref={order.list}>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions are identified by their position.
          <li key={index} className={css.row} {...order.item(index)}>
            <Grip {...order.grip(index, t('builder.condition', { number: index + 1 }))} />
            {row.kind === 'raw' ? (
              <code className={css.raw} title={t('builder.locked')}>
                <Icon icon={Lock} size={13} />
                {row.text}
              </code>
            ) : (
              <Condition
                row={row}
                number={index + 1}
                vocabulary={vocabulary}
                fields={fields}
                onChange={(next) => change(rows.with(index, next))}
              />
            )}
            <IconButton
              icon={X}
              label={t('builder.remove', { number: index + 1 })}
              onClick={() => change(rows.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ul>
      <div>
        <Button variant="quiet" size="small" icon={Plus} onClick={() => change([...rows, newRow])}>
          {t('builder.add')}
        </Button>
      </div>
    </div>
  );
}

interface ConditionProps {
  readonly row: ConditionRow;
  readonly number: number;
  readonly vocabulary: Vocabulary;
  readonly fields: readonly ComboboxOption[];
  readonly onChange: (row: ConditionRow) => void;
}

function Condition({ row, number, vocabulary, fields, onChange }: ConditionProps) {
  const { t } = useTranslation('search');
  const field = findField(vocabulary, row.field);
  const fitting = operatorsIn(row.field, vocabulary);
  const operators = fitting.includes(row.operator) ? fitting : [row.operator, ...fitting];
  const chooseField = (name: string) => {
    const operator = operatorsIn(name, vocabulary);
    const chosen = operator.includes(row.operator) ? row.operator : (operator[0] ?? '=');
    onChange({ ...row, field: name, operator: chosen, values: [''] });
  };
  return (
    <>
      <Combobox
        label={t('builder.field', { number })}
        labelHidden
        options={fields}
        value={fields.find(({ id }) => id === row.field) ?? { id: row.field, label: row.field }}
        onChange={(option) => option !== null && chooseField(option.id)}
      />
      <Select
        label={t('builder.operator', { number })}
        labelHidden
        value={row.operator}
        options={operators.map((name) => ({ value: name, label: t(`operator.${name}`) }))}
        onChange={(operator) => onChange({ ...row, operator })}
      />
      {operatorsWithoutValue.has(row.operator) ? (
        <span />
      ) : (
        <BuilderValue
          label={t('builder.value', { number })}
          field={field}
          row={row}
          onChange={(values) => onChange({ ...row, values })}
        />
      )}
    </>
  );
}

function operatorsIn(name: string, vocabulary: Vocabulary): readonly OperatorName[] {
  const field = findField(vocabulary, name);
  const fitting = field?.system?.operators ?? operatorsFor(field?.type ?? 'string', field?.element);
  return fitting.filter((operator) => inBuilder.has(operator));
}

function useFields(vocabulary: Vocabulary): readonly ComboboxOption[] {
  const { t } = useTranslation('search');
  const label = useFieldLabel();
  const system = SYSTEM_FIELDS.filter(({ clauses }) => clauses.includes('W')).map(
    ({ name, description }): ComboboxOption => ({
      id: name,
      label: t(`facet.${name.replace(':', '.')}`, { defaultValue: description.replace(/[.;,].*$/, '') }),
      detail: name,
    }),
  );
  const properties = [...vocabulary.properties.values()]
    .filter(({ type, xpath }) => type !== 'complex' && type !== 'blob' && !xpath.includes('/*'))
    .map(({ xpath }): ComboboxOption => ({ id: xpath, label: label(xpath), detail: xpath }));
  return [...properties, ...system];
}

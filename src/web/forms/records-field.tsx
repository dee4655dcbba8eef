// Several records of one property as an editable table: a column for each part, a row for each record.
import { ArrowDown, ArrowUp, Ellipsis, Plus, X } from 'lucide';
import { useEffect, useRef } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { MenuButton } from '#web/ui/menu-button.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { isJsonObject, type Json } from '#wire/json.ts';
import { useFieldLabel } from './field-label.ts';
import type { FormField } from './form-field.ts';
import { errorAt } from './form-values.ts';
import css from './records-field.module.css';
import { useRowKeys } from './use-row-keys.ts';
import type { NestingFieldProps } from './value-field-props.ts';

/** Records of several simple parts fit into a table; others are shown one below another. */
export function isTable({ list, kind, parts }: FormField): boolean {
  return (
    list &&
    kind === 'complex' &&
    parts.length > 1 &&
    parts.every((part) => part.kind !== 'complex' && part.kind !== 'blob' && !part.list)
  );
}

export function RecordsField({ field, path, value, onChange, errors, inner, ...frame }: NestingFieldProps) {
  const { t } = useTranslation('forms');
  const labelOf = useFieldLabel();
  const rows: readonly Json[] = Array.isArray(value) ? value : [];
  const keys = useRowKeys(rows.length);
  const body = useRef<HTMLTableSectionElement>(null);
  const added = useRef(false);
  const { label, disabledReason } = frame;
  const disabled = disabledReason !== undefined;
  useEffect(() => {
    if (!added.current) return;
    added.current = false;
    body.current?.lastElementChild?.querySelector<HTMLElement>('input, select, textarea')?.focus();
  });
  const move = (from: number, to: number) => {
    const record = rows[from];
    if (record === undefined) return;
    keys.onMove(from, to);
    onChange(rows.toSpliced(from, 1).toSpliced(to, 0, record));
  };
  return (
    <Field {...frame} error={errorAt(errors, path)} group>
      {({ labelId }) => (
        <div className={css.records}>
          {rows.length === 0 ? null : (
            <div className={css.scroller}>
              <table aria-labelledby={labelId} className={css.table}>
                <thead>
                  <tr>
                    {field.parts.map((part) => (
                      <th key={part.name} scope="col">
                        {labelOf(part.name)}
                        {part.required ? <span aria-hidden="true"> *</span> : null}
                      </th>
                    ))}
                    <td>
                      <VisuallyHidden>{t('record.actions')}</VisuallyHidden>
                    </td>
                  </tr>
                </thead>
                <tbody ref={body}>
                  {rows.map((record, index) => {
                    const values = isJsonObject(record) ? record : {};
                    const number = index + 1;
                    return (
                      <tr key={keys.of(index)}>
                        {field.parts.map((part) => (
                          <td key={part.name}>
                            {inner({
                              field: part,
                              path: `${path}/${index}/${part.name}`,
                              label: t('item', { name: labelOf(part.name), number }),
                              labelHidden: true,
                              value: values[part.name],
                              onChange: (next) =>
                                onChange(rows.with(index, { ...values, [part.name]: next })),
                              errors,
                              disabledReason,
                            })}
                          </td>
                        ))}
                        <td className={css.tools}>
                          <MenuButton
                            icon={Ellipsis}
                            size="small"
                            variant="quiet"
                            label={t('record.more', { name: label, number })}
                            disabled={disabled}
                            entries={[
                              ...(index === 0
                                ? []
                                : [
                                    {
                                      id: 'up',
                                      icon: ArrowUp,
                                      label: t('record.up', { name: label, number }),
                                      onSelect: () => move(index, index - 1),
                                    },
                                  ]),
                              ...(index === rows.length - 1
                                ? []
                                : [
                                    {
                                      id: 'down',
                                      icon: ArrowDown,
                                      label: t('record.down', { name: label, number }),
                                      onSelect: () => move(index, index + 1),
                                    },
                                  ]),
                              {
                                id: 'remove',
                                icon: X,
                                label: t('removeItem', { name: label, number }),
                                onSelect: () => {
                                  keys.onRemove(index);
                                  onChange(rows.toSpliced(index, 1));
                                },
                              },
                            ]}
                          />
                        </td>
                      </tr>
                    );
                  })}
                </tbody>
              </table>
            </div>
          )}
          <Button
            size="small"
            icon={Plus}
            disabled={disabled}
            onClick={() => {
              added.current = true;
              keys.onAdd();
              onChange([...rows, {}]);
            }}
          >
            {t('record.add')}
          </Button>
        </div>
      )}
    </Field>
  );
}

/**
 * The value of a condition, in the field that fits the property's type. Values stay text; the query writes the literals.
 */

import type { NamedField } from '#nxql/index.ts';
import { DirectoryPicker } from '#web/forms/directory-picker.tsx';
import { PrincipalPicker } from '#web/forms/principal-picker.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { DateField, isDateText } from '#web/ui/controls/date-field.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { type ConditionRow, listOperators } from './builder-rows.ts';

export interface BuilderValueProps {
  readonly label: string;
  readonly field: NamedField | undefined;
  readonly row: ConditionRow;
  readonly onChange: (values: readonly string[]) => void;
}

export function BuilderValue({ label, field, row, onChange }: BuilderValueProps) {
  const { t } = useTranslation('search');
  const [value = ''] = row.values;
  const one = (next: string | null) => onChange([next ?? '']);
  const named = { label, labelHidden: true };
  const several = listOperators.has(row.operator);
  const chosen = row.values.filter((each) => each !== '');
  const pattern = row.operator.endsWith('LIKE');
  if (field?.values !== undefined && !pattern) {
    const { values } = field;
    if (values.kind === 'directory') {
      return several ? (
        <DirectoryPicker {...named} directory={values.name} multiple value={chosen} onChange={onChange} />
      ) : (
        <DirectoryPicker
          {...named}
          directory={values.name}
          value={value === '' ? null : value}
          onChange={one}
        />
      );
    }
    return several ? (
      <PrincipalPicker {...named} multiple value={chosen} onChange={onChange} />
    ) : (
      <PrincipalPicker {...named} value={value === '' ? null : value} onChange={one} />
    );
  }
  if (several) {
    return (
      <TextField
        {...named}
        value={row.values.join(', ')}
        placeholder={t('builder.several')}
        onChange={(text) => onChange(text.split(',').map((part) => part.trimStart()))}
      />
    );
  }
  switch (field?.type === 'list' ? field.element : field?.type) {
    case 'date':
      // Timestamps and dates that the picker cannot write stay text.
      return isDateText(value) && !value.includes('T') ? (
        <DateField {...named} value={value} onChange={(text) => one(isDateText(text) ? text : '')} />
      ) : (
        <TextField {...named} value={value} onChange={one} />
      );
    case 'boolean':
      return (
        <Select
          {...named}
          value={value === '' ? '' : value === '0' ? '0' : '1'}
          placeholder={t('builder.choose')}
          options={[
            { value: '1', label: t('builder.yes') },
            { value: '0', label: t('builder.no') },
          ]}
          onChange={one}
        />
      );
    case 'long':
    case 'integer':
    case 'double':
      return (
        <NumberField
          {...named}
          value={value === '' ? null : Number(value)}
          onChange={(number) => one(number === null ? '' : String(number))}
        />
      );
    default:
      return (
        <TextField
          {...named}
          value={value}
          placeholder={pattern ? t('builder.pattern') : undefined}
          onChange={one}
        />
      );
  }
}

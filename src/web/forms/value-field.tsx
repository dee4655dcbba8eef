// The control for one property of any kind: the switch from schema to field. Lists and complex properties use it for their parts
// (list-field.tsx, complex-field.tsx).
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { isString } from '#wire/json.ts';
import { BlobField } from './blob-field.tsx';
import { ComplexField } from './complex-field.tsx';
import { DateValueField } from './date-value-field.tsx';
import { DirectoryPicker } from './directory-picker.tsx';
import { DocumentPicker } from './document-picker.tsx';
import { errorAt } from './form-values.ts';
import { ListField } from './list-field.tsx';
import { PrincipalPicker } from './principal-picker.tsx';
import { isTable, RecordsField } from './records-field.tsx';
import type { ValueFieldProps } from './value-field-props.ts';

export function ValueField(props: ValueFieldProps) {
  const { t } = useTranslation('forms');
  const { field, path, value, onChange, errors, ...frame } = props;
  const shared = { ...frame, required: field.required, error: errorAt(errors, path) };
  if (field.list) {
    const chosen = Array.isArray(value) ? value.filter(isString) : [];
    if (field.kind === 'directory' && field.directory !== undefined) {
      return (
        <DirectoryPicker
          {...shared}
          multiple
          directory={field.directory}
          value={chosen}
          onChange={onChange}
        />
      );
    }
    if (field.kind === 'principal') {
      return <PrincipalPicker {...shared} multiple value={chosen} onChange={onChange} />;
    }
    const Rows = isTable(field) ? RecordsField : ListField;
    return <Rows {...props} inner={renderInner} />;
  }
  const text = isString(value) ? value : null;
  const setText = (next: string) => onChange(next === '' ? null : next);
  switch (field.kind) {
    case 'text':
      return <TextField {...shared} maxLength={field.maxLength} value={text ?? ''} onChange={setText} />;
    case 'long-text':
      return <TextArea {...shared} maxLength={field.maxLength} value={text ?? ''} onChange={setText} />;
    case 'whole':
    case 'decimal':
      return (
        <NumberField
          {...shared}
          whole={field.kind === 'whole'}
          min={field.minimum}
          max={field.maximum}
          value={typeof value === 'number' ? value : null}
          onChange={onChange}
        />
      );
    case 'yes-no':
      return (
        <Field {...shared} group>
          {() => (
            <Checkbox
              checked={value === true}
              onChange={onChange}
              label={value === true ? t('yes') : t('no')}
              disabled={shared.disabledReason !== undefined}
            />
          )}
        </Field>
      );
    case 'date':
      return <DateValueField {...shared} value={text} onChange={onChange} />;
    case 'choice':
      return (
        <Select
          {...shared}
          value={text ?? ''}
          placeholder={t('none')}
          options={(field.choices ?? []).map((choice) => ({ value: choice, label: choice }))}
          onChange={onChange}
        />
      );
    case 'directory':
      return (
        <DirectoryPicker {...shared} directory={field.directory ?? ''} value={text} onChange={onChange} />
      );
    case 'principal':
      return <PrincipalPicker {...shared} value={text} onChange={onChange} />;
    case 'document':
      return <DocumentPicker {...shared} value={text} onChange={onChange} />;
    case 'blob':
      return <BlobField {...shared} value={value} onChange={onChange} />;
    case 'complex':
      return <ComplexField {...props} inner={renderInner} />;
  }
}

function renderInner(props: ValueFieldProps) {
  return <ValueField {...props} />;
}

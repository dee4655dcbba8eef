/** The field for a parameter, chosen by its type (the interface has a fixed set of types). Its value stays text. */

import { BlobField } from '#web/forms/blob-field.tsx';
import { DocumentPicker } from '#web/forms/document-picker.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { DateTimeField } from '#web/ui/controls/date-field.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { Json } from '#wire/json.ts';
import type { OperationParameter } from '#wire/operation.ts';
import type { ParameterProblem } from './parameter-values.ts';
import { isSecret } from './secret-values.ts';

export interface ParameterFieldProps {
  readonly parameter: OperationParameter;
  readonly value: string;
  readonly problem: ParameterProblem | undefined;
  readonly onChange: (value: string) => void;
}

export function ParameterField({ parameter, value, problem, onChange }: ParameterFieldProps) {
  const { t } = useTranslation('operations');
  const { name, type, required, values, description } = parameter;
  const field = {
    label: required ? t('required', { name }) : name,
    technicalName: type,
    required,
    hint: description === '' ? undefined : description,
    error: problem === undefined ? undefined : t(`problem.${problem}`),
  };
  // A single allowed value is only the default; others may be typed.
  if (values.length > 1) {
    return (
      <Select
        {...field}
        value={value}
        options={[...(required ? [] : ['']), ...values.filter((one) => one !== '')].map((one) => ({
          value: one,
          label: one === '' ? t('notGiven') : one,
        }))}
        onChange={onChange}
      />
    );
  }
  switch (type) {
    case 'boolean':
      return (
        <Select
          {...field}
          value={value}
          options={[
            { value: '', label: t('notGiven') },
            { value: 'true', label: t('yes') },
            { value: 'false', label: t('no') },
          ]}
          onChange={onChange}
        />
      );
    case 'integer':
    case 'long':
      return <TextField {...field} inputMode="numeric" value={value} onChange={onChange} />;
    case 'float':
      return <TextField {...field} inputMode="decimal" value={value} onChange={onChange} />;
    case 'date':
      return <DateTimeField {...field} value={value} onChange={onChange} />;
    case 'document':
      return <DocumentParameter field={field} value={value} onChange={onChange} />;
    case 'blob':
    case 'bloblist':
      return (
        <BlobField
          {...field}
          value={value === '' ? undefined : JSON.parse(value)}
          onChange={(file: Json) => onChange(file === null ? '' : JSON.stringify(file))}
        />
      );
    case 'stringlist':
    case 'documents':
    case 'list':
      return <TextArea {...field} value={value} placeholder={t('onePerLine')} onChange={onChange} />;
    case 'properties':
    case 'map':
      return <TextArea {...field} value={value} placeholder={t('pairs')} onChange={onChange} />;
    case 'object':
    case 'serializable':
      return <TextArea {...field} value={value} placeholder={t('json')} onChange={onChange} />;
    case 'string':
    case 'resource':
    case 'validationmethod':
      if (isSecret(parameter))
        return <TextField {...field} type="password" autoComplete="off" value={value} onChange={onChange} />;
      return /query|script|template|body|message|comment/i.test(name) ? (
        <TextArea {...field} value={value} onChange={onChange} />
      ) : (
        <TextField {...field} value={value} onChange={onChange} />
      );
  }
}

interface DocumentParameterProps {
  readonly field: {
    readonly label: string;
    readonly technicalName: string;
    readonly error: string | undefined;
  };
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Operations take a path as well, so one can be typed. */
function DocumentParameter({ field, value, onChange }: DocumentParameterProps) {
  const { t } = useTranslation('operations');
  return value.startsWith('/') ? (
    <TextField {...field} hint={t('path')} value={value} onChange={onChange} />
  ) : (
    <DocumentPicker
      {...field}
      folders
      value={value === '' ? null : value}
      onChange={(uid) => onChange(uid ?? '')}
    />
  );
}

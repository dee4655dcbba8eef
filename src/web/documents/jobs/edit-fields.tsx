/** The dialog that sets properties on many documents: which, and their values. What they have now, its owner says. */
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide';
import type { ReactNode } from 'react';
import { prefixOf, schemas } from '#web/api/server-config.ts';
import { useFieldLabel } from '#web/forms/field-label.ts';
import { type FormField, fieldsOfSchema } from '#web/forms/form-field.ts';
import { ValueField } from '#web/forms/value-field.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Combobox } from '#web/ui/combobox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { Json } from '#wire/json.ts';
import css from './jobs.module.css';

/** By the property's prefixed name; what is not in it stays. */
export type NewValues = ReadonlyMap<string, Json>;

export interface EditFrameProps {
  readonly title: string;
  readonly values: NewValues;
  readonly onValues: (values: NewValues) => void;
  /** Under a field: what the documents have now. */
  readonly before?: (field: FormField) => ReactNode;
  /** Under all of them: what will change. */
  readonly preview?: (chosen: readonly FormField[]) => ReactNode;
  readonly canSave?: boolean;
  readonly onSave: () => void;
  readonly onClose: () => void;
}

/** Written by the server, whoever asks. */
const excluded: ReadonlySet<string> = new Set([
  'dc:created',
  'dc:modified',
  'dc:creator',
  'dc:lastContributor',
  'dc:contributors',
]);
const noErrors: ReadonlyMap<string, readonly string[]> = new Map();

export function EditFrame(props: EditFrameProps) {
  const { title, values, onValues, onClose, canSave = true } = props;
  const { t } = useTranslation('changes');
  const { t: common } = useTranslation('ui');
  const labelOf = useFieldLabel();
  const known = useQuery(schemas());
  const fields = (known.data ?? [])
    .flatMap((schema) => fieldsOfSchema(schema, prefixOf(schema)))
    .filter(({ name, kind }) => kind !== 'blob' && kind !== 'complex' && !excluded.has(name))
    .sort(commonFirst);
  const chosen = fields.filter(({ name }) => values.has(name));
  const change = (name: string, value: Json) => onValues(new Map(values).set(name, value));
  const isReady = values.size > 0 && canSave;
  return (
    <Dialog
      open
      size={props.preview === undefined ? 'normal' : 'large'}
      guarded={values.size > 0}
      title={title}
      onClose={onClose}
      onSubmit={() => isReady && props.onSave()}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" look="primary" disabled={!isReady}>
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
            {props.before?.(field)}
            <IconButton
              icon={X}
              label={t('job.leave', { name: labelOf(field.name) })}
              onClick={() => onValues(new Map([...values].filter(([name]) => name !== field.name)))}
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
        {chosen.length === 0 ? null : props.preview?.(chosen)}
      </div>
    </Dialog>
  );
}

function commonFirst(one: FormField, other: FormField): number {
  return Number(other.name.startsWith('dc:')) - Number(one.name.startsWith('dc:'));
}

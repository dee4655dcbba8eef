/** The dialog that sets properties on many documents: which ones, and their values. Its owner shows the current values. */
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide';
import { type ReactNode, useEffect, useRef } from 'react';
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

/** By the property's prefixed name; other properties are not changed. */
export type NewValues = ReadonlyMap<string, Json>;

export interface EditFrameProps {
  readonly title: string;
  readonly values: NewValues;
  readonly onValues: (values: NewValues) => void;
  /** Below a field: the documents' current values. */
  readonly before?: (field: FormField) => ReactNode;
  /** Below all fields: what will change. */
  readonly preview?: (chosen: readonly FormField[]) => ReactNode;
  readonly canSave?: boolean;
  readonly onSave: () => void;
  readonly onClose: () => void;
}

/** The server writes these, for every caller. */
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
  const list = useRef<HTMLDivElement>(null);
  /** The property whose field gets the focus next; '' = the field that adds one. */
  const next = useRef<string | null>(null);
  useEffect(() => {
    if (next.current === null || values.has(next.current) !== (next.current !== '')) return;
    focusIn(list.current, next.current);
    next.current = null;
  }, [values]);
  const add = (name: string) => {
    next.current = name;
    change(name, null);
  };
  const leave = (name: string) => {
    const at = chosen.findIndex((field) => field.name === name);
    next.current = (chosen[at + 1] ?? chosen[at - 1])?.name ?? '';
    onValues(new Map([...values].filter(([other]) => other !== name)));
  };
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
          <Button type="submit" variant="primary" disabled={!isReady}>
            {t('job.save')}
          </Button>
        </>
      }
    >
      <div ref={list} className={css.fields}>
        {chosen.map((field) => (
          <div key={field.name} className={css.field} data-property={field.name}>
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
              onClick={() => leave(field.name)}
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
          onChange={(option) => option !== null && add(option.id)}
        />
        {chosen.length === 0 ? null : props.preview?.(chosen)}
      </div>
    </Dialog>
  );
}

/** Focuses the first control of a property's field, or the field that adds a property. */
function focusIn(list: HTMLElement | null, name: string): void {
  const fields = [...(list?.querySelectorAll<HTMLElement>('[data-property]') ?? [])];
  const field = fields.find(({ dataset }) => dataset.property === name);
  const control = 'input, textarea, select, [role="combobox"], button';
  if (field !== undefined) field.querySelector<HTMLElement>(control)?.focus();
  else list?.querySelector<HTMLElement>(':scope > :not([data-property]) input')?.focus();
}

function commonFirst(one: FormField, other: FormField): number {
  return Number(other.name.startsWith('dc:')) - Number(one.name.startsWith('dc:'));
}

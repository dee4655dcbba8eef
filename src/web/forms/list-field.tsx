// Several values of one property, one below another: add, change, remove. Their order is kept.
import { Plus, X } from 'lucide';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { Json } from '#wire/json.ts';
import { errorAt } from './form-values.ts';
import css from './forms.module.css';
import { useRowKeys } from './use-row-keys.ts';
import type { NestingFieldProps } from './value-field-props.ts';

export function ListField({ field, path, value, onChange, errors, inner, ...frame }: NestingFieldProps) {
  const { t } = useTranslation('forms');
  const items: readonly Json[] = Array.isArray(value) ? value : [];
  const keys = useRowKeys(items.length);
  const item = { ...field, list: false };
  const { label, disabledReason } = frame;
  return (
    <Field {...frame} error={errorAt(errors, path)} group>
      {({ labelId }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame and legend of its own.
        <div role="group" aria-labelledby={labelId} className={css.list}>
          {items.map((one, index) => (
            <div key={keys.of(index)} className={css.row}>
              {inner({
                field: item,
                path: `${path}/${index}`,
                label: t('item', { name: label, number: index + 1 }),
                labelHidden: true,
                value: one,
                onChange: (next) => onChange(items.with(index, next)),
                errors,
                disabledReason,
              })}
              <IconButton
                icon={X}
                label={t('removeItem', { name: label, number: index + 1 })}
                disabled={disabledReason !== undefined}
                onClick={() => {
                  keys.onRemove(index);
                  onChange(items.toSpliced(index, 1));
                }}
              />
            </div>
          ))}
          <Button
            size="small"
            icon={Plus}
            disabled={disabledReason !== undefined}
            onClick={() => {
              keys.onAdd();
              onChange([...items, field.kind === 'complex' ? {} : null]);
            }}
          >
            {t('add')}
          </Button>
        </div>
      )}
    </Field>
  );
}

// One property: its name, and its value, which a press turns into a field. Esc restores the value; leaving the field closes
// it and keeps the change, marked with an ink bar until it is saved.
import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react';
import type { FormField } from '#web/forms/form-field.ts';
import { type FieldErrors, hasErrorWithin } from '#web/forms/form-values.ts';
import { ValueField } from '#web/forms/value-field.tsx';
import { ValueView } from '#web/forms/value-view.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { cx } from '#web/ui/cx.ts';
import type { Json } from '#wire/json.ts';
import css from './details-panel.module.css';

export interface PropertyRowProps {
  readonly field: FormField;
  readonly label: string;
  readonly value: Json | undefined;
  readonly changed: boolean;
  readonly errors: FieldErrors;
  readonly open: boolean;
  /** Never editable. */
  readonly locked: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly onChange: (value: Json) => void;
  readonly onRestore: () => void;
}

const controls = 'input:not([hidden], :disabled), textarea, select, button:not(:disabled)';

export function PropertyRow(props: PropertyRowProps) {
  const { field, label, value, changed, errors, open, locked, onOpen, onChange, onRestore } = props;
  const { t } = useTranslation('document');
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  const wasOpened = useRef(false);
  useEffect(() => {
    if (open && wasOpened.current) focusWhenThere(row.current);
    wasOpened.current = false;
  }, [open]);

  const onKeyDown = (event: KeyboardEvent) => {
    const multiline = event.target instanceof HTMLTextAreaElement;
    const inList = event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true';
    if (event.defaultPrevented || inList) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      onRestore();
    } else if (event.key === 'Enter' && !multiline && field.parts.length === 0 && !field.list) {
      if (!(event.target instanceof HTMLInputElement)) return;
      // The focus moves to the row's button; the same key press would open the field again.
      event.preventDefault();
      onOpen(false);
    }
  };
  const onBlur = (event: FocusEvent) => {
    const to = event.relatedTarget;
    // Listboxes and menus are rendered outside of the row; a press on the background leaves the field open.
    if (
      !(to instanceof Element) ||
      row.current?.contains(to) ||
      to.closest('[role="listbox"], [role="dialog"], [role="menu"]')
    ) {
      return;
    }
    if (hasErrorWithin(errors, field.name)) return;
    // Close after the press: closing now would move its target away from under the pointer, and there would be no click.
    if (to.matches(':active'))
      window.addEventListener('mouseup', () => setTimeout(onOpen, 0, false), { once: true });
    else onOpen(false);
  };
  return (
    <div className={css.row} data-property={field.name}>
      <span id={`${id}k`} className={css.key} title={field.name}>
        {label}
      </span>
      {open && !locked ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: handles the key and focus events of the field inside.
        <div ref={row} className={css.field} onKeyDown={onKeyDown} onBlur={onBlur}>
          <ValueField
            field={field}
            path={field.name}
            label={label}
            labelHidden
            value={value}
            onChange={onChange}
            errors={errors}
          />
        </div>
      ) : locked ? (
        <div className={css.value}>
          <ValueView field={field} value={value} />
        </div>
      ) : (
        <button
          type="button"
          data-value
          className={cx(css.value, css.editable, changed && css.changed)}
          aria-labelledby={`${id}k ${id}v`}
          aria-description={changed ? t('unsavedChange') : t('pressToEdit')}
          onClick={() => {
            wasOpened.current = true;
            onOpen(true);
          }}
        >
          <span id={`${id}v`}>
            <ValueView field={field} value={value} />
          </span>
        </button>
      )}
    </div>
  );
}

/** The code of some controls loads a moment after the row opens. */
function focusWhenThere(row: HTMLElement | null): void {
  if (row === null) return;
  const focus = (): boolean => {
    const control = row.querySelector<HTMLElement>(controls);
    control?.focus();
    // Put the cursor at the end of the text.
    if (control instanceof HTMLTextAreaElement)
      control.setSelectionRange(control.value.length, control.value.length);
    return control !== null;
  };
  if (focus()) return;
  const observer = new MutationObserver(() => focus() && observer.disconnect());
  observer.observe(row, { childList: true, subtree: true });
}

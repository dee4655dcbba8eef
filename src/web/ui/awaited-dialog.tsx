// Stands where a dialog's code is on its way: it has the focus already, so that no key reaches what is behind it, and
// gives it back before the dialog opens. Esc gives the dialog up. `onText` is for dialogs that begin with a field.
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import css from './awaited-dialog.module.css';
import { useModalDepth } from './modal-depth.ts';
import { Spinner } from './spinner.tsx';

interface AwaitedDialogProps {
  readonly onClose: () => void;
  /** A letter that was typed meanwhile. */
  readonly onText?: (letter: string) => void;
}

export function AwaitedDialog({ onClose, onText }: AwaitedDialogProps) {
  const { t } = useTranslation('ui');
  const element = useRef<HTMLDivElement>(null);
  useModalDepth(true, () => element.current);
  useLayoutEffect(() => {
    const before = document.activeElement;
    element.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div
      ref={element}
      role="dialog"
      aria-modal="true"
      aria-busy="true"
      aria-label={t('loading')}
      tabIndex={-1}
      className={css.awaited}
      onKeyDown={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (event.key === 'Escape') onClose();
        else if (isLetter(event)) onText?.(event.key);
      }}
    >
      <span className={css.spinner}>
        <Spinner />
      </span>
    </div>
  );
}

/** Names of other keys are longer, and may have a modifier of their own. */
function isLetter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return [...key].length === 1 && !ctrlKey && !metaKey && !altKey;
}

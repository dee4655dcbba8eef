// Placeholder while a dialog's code loads: it takes the focus, so that no key reaches the page behind, and returns it before the
// dialog opens. Esc cancels the dialog; typed letters go to the dialog's first field.
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import css from './awaited-dialog.module.css';
import { noteEarlyKey } from './early-keys.ts';
import { useMissingPart } from './lazy-part.ts';
import { useModalDepth } from './modal-depth.ts';
import { Spinner } from './spinner.tsx';

interface AwaitedDialogProps {
  readonly onClose?: () => void;
}

export function AwaitedDialog({ onClose }: AwaitedDialogProps) {
  const { t } = useTranslation('ui');
  const { Notice } = useMissingPart();
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
      aria-busy={Notice === null}
      aria-label={t('loading')}
      tabIndex={-1}
      className={css.awaited}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') onClose?.();
        else if (Notice !== null) return;
        else noteEarlyKey(event.nativeEvent);
        event.preventDefault();
      }}
    >
      {Notice === null ? (
        <span className={css.spinner}>
          <Spinner />
        </span>
      ) : (
        <Notice onClose={onClose} />
      )}
    </div>
  );
}

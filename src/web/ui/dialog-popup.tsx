// The open dialog or sheet. Loaded on demand (dialog.tsx, sheet.tsx); nothing else may import it.
import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide';
import { useRef } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { withVisibleControls } from '#web/i18n/visible-controls.ts';
import { cx } from './cx.ts';
import type { DialogProps } from './dialog.tsx';
import css from './dialog-popup.module.css';
import { IconButton } from './icon-button.tsx';
import { ModalDepth, useModalDepth } from './modal-depth.ts';
import { useFocusInside } from './use-focus-inside.ts';

export interface DialogPopupProps extends DialogProps {
  /** In the middle, or at the inline end (on a phone, at the foot). */
  readonly position?: 'middle' | 'end';
  readonly modal?: boolean;
}

export function DialogPopup(props: DialogPopupProps) {
  const {
    open,
    onClose,
    title,
    description,
    children,
    footer,
    size = 'normal',
    onSubmit,
    initialFocus,
    finalFocus,
  } = props;
  const { position = 'middle', modal = true, guarded = false } = props;
  const { t } = useTranslation('ui');
  const inside = useRef<HTMLDivElement>(null);
  // The focus starts at a form's first field or a question's buttons; never at the close button.
  const firstControl = () =>
    initialFocus?.current ??
    inside.current?.querySelector<HTMLElement>('input, textarea, select, [role="combobox"]') ??
    inside.current?.parentElement?.querySelector<HTMLElement>('footer button');
  const depth = useModalDepth(open && modal, firstControl);
  useFocusInside(open && modal, inside, firstControl);
  const content = (
    <>
      <header className={css.head}>
        <BaseDialog.Title className={css.title}>{withVisibleControls(title)}</BaseDialog.Title>
        <BaseDialog.Close render={<IconButton icon={X} label={t('close')} shortcut="Escape" />} />
      </header>
      <div ref={inside} className={css.content}>
        {description === undefined ? null : (
          <BaseDialog.Description className={css.description} render={<div />}>
            {description}
          </BaseDialog.Description>
        )}
        {children}
      </div>
      {footer === undefined ? null : <footer className={css.foot}>{footer}</footer>}
    </>
  );
  return (
    <BaseDialog.Root
      open={open}
      modal={modal}
      disablePointerDismissal={guarded || !modal}
      onOpenChange={(next) => !next && onClose()}
    >
      <BaseDialog.Portal>
        {modal ? <BaseDialog.Backdrop className={css.scrim} /> : null}
        <BaseDialog.Popup
          className={cx(css.popup, css[position], css[size])}
          initialFocus={() => firstControl() ?? true}
          finalFocus={finalFocus}
        >
          <ModalDepth value={modal ? depth : depth - 1}>
            {onSubmit === undefined ? (
              <div className={css.body}>{content}</div>
            ) : (
              <form
                className={css.body}
                noValidate
                onSubmit={(event) => {
                  event.preventDefault();
                  onSubmit();
                }}
              >
                {content}
              </form>
            )}
          </ModalDepth>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

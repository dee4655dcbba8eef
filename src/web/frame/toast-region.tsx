// Shows the toasts at the foot of the window. Mounted once, by the shell.
// Invariant: they can be read and pressed while a dialog is open. `aria-live`, which their roles imply, keeps the dialog from
// hiding them from screen readers.
import { CircleAlert, X } from 'lucide';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { withVisibleControls } from '#web/i18n/visible-controls.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { bringFocusInside, useIsModal } from '#web/ui/modal-depth.ts';
import { useIsPhone } from '#web/ui/use-token-px.ts';
import { useFaultDetails } from './fault-details.ts';
import css from './toast-region.module.css';
import { dismissToast, type ToastItem, useToasts } from './toasts.ts';

const restingMs = 8000;

export function ToastRegion() {
  const { t } = useTranslation('ui');
  const items = useToasts((state) => state.items);
  const [held, setHeld] = useState(false);
  const region = useRef<HTMLElement>(null);
  const isPhone = useIsPhone();
  const isModal = useIsModal();
  const isInLine = isPhone && !isModal;
  useFootRoom(region, isInLine);
  useKeysAboveDialog(region, isModal, items.length);
  const toasts = (
    <section
      ref={region}
      className={cx(css.region, isInLine && css.inLine)}
      aria-label={t('notifications')}
      data-region={items.length > 0 ? '' : undefined}
      tabIndex={-1}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div role="status" aria-live="polite" className={css.stack}>
        {items
          .filter(({ kind }) => kind === 'done')
          .map((item) => (
            <Toast key={item.id} item={item} held={held} />
          ))}
      </div>
      <div role="alert" aria-live="assertive" className={css.stack}>
        {items
          .filter(({ kind }) => kind === 'bad')
          .map((item) => (
            <Toast key={item.id} item={item} held />
          ))}
      </div>
    </section>
  );
  // Outside the app, which an open dialog covers.
  return isInLine ? toasts : createPortal(toasts, document.body);
}

/** Sets `--toasts` to the height the toasts take at the foot of the window, for dialogs and other parts over the page there. */
function useFootRoom(region: RefObject<HTMLElement | null>, isInLine: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the element is another one after these have changed.
  useEffect(() => {
    const element = region.current;
    if (element === null) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      const { top, height } = element.getBoundingClientRect();
      if (height === 0) style.removeProperty('--toasts');
      else style.setProperty('--toasts', `${innerHeight - top}px`);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--toasts');
    };
  }, [region, isInLine]);
}

/** While a dialog is open, F6 goes from it to the toasts and back: Tab stays in the dialog. */
function useKeysAboveDialog(region: RefObject<HTMLElement | null>, isModal: boolean, count: number): void {
  useEffect(() => {
    if (!isModal) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'F6' || event.defaultPrevented) return;
      event.preventDefault();
      if (region.current?.contains(document.activeElement)) bringFocusInside();
      else region.current?.querySelector('button')?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [region, isModal]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus is lost when the toast that has it goes.
  useEffect(() => {
    if (isModal && document.activeElement === document.body) bringFocusInside();
  }, [count]);
}

function Toast({ item, held }: { readonly item: ToastItem; readonly held: boolean }) {
  const { t } = useTranslation('ui');
  const { CopyDetails } = useFaultDetails();
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(dismissToast, restingMs, item.id);
    return () => clearTimeout(timer);
  }, [held, item.id]);
  const act = (run: () => void) => () => {
    dismissToast(item.id);
    run();
  };
  return (
    <div className={css.toast}>
      {item.kind === 'bad' ? <Icon icon={CircleAlert} className={css.bad} /> : null}
      <span className={css.text}>{withVisibleControls(item.text)}</span>
      {item.undo === undefined ? null : (
        <Button variant="quiet" size="small" className={css.action} onClick={act(item.undo)}>
          {t('undo')}
          <Kbd keys="mod+Z" />
        </Button>
      )}
      {item.action === undefined ? null : (
        <Button variant="quiet" size="small" className={css.action} onClick={act(item.action.run)}>
          {item.action.label}
        </Button>
      )}
      {item.kind === 'bad' && CopyDetails !== null ? <CopyDetails message={item.text} /> : null}
      <IconButton icon={X} size="small" label={t('dismiss')} onClick={() => dismissToast(item.id)} />
    </div>
  );
}

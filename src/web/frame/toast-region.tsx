// Shows the toasts at the foot of the window. Mounted once, by the shell.
import { CircleAlert, X } from 'lucide';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { withVisibleControls } from '#web/i18n/visible-controls.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { useIsPhone } from '#web/ui/use-token-px.ts';
import css from './toast-region.module.css';
import { dismissToast, type ToastItem, useToasts } from './toasts.ts';

const restingMs = 8000;

export function ToastRegion() {
  const { t } = useTranslation('ui');
  const items = useToasts((state) => state.items);
  const [held, setHeld] = useState(false);
  const region = useRef<HTMLElement>(null);
  useFootRoom(region);
  return (
    <section
      ref={region}
      className={css.region}
      aria-label={t('notifications')}
      data-region={items.length > 0 ? '' : undefined}
      tabIndex={-1}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div role="status" className={css.stack}>
        {items
          .filter(({ kind }) => kind === 'done')
          .map((item) => (
            <Toast key={item.id} item={item} held={held} />
          ))}
      </div>
      <div role="alert" className={css.stack}>
        {items
          .filter(({ kind }) => kind === 'bad')
          .map((item) => (
            <Toast key={item.id} item={item} held />
          ))}
      </div>
    </section>
  );
}

/** Sets `--toasts` to the height the toasts take at the foot of a phone, for parts that lie over the page there. */
function useFootRoom(region: RefObject<HTMLElement | null>): void {
  const phone = useIsPhone();
  useEffect(() => {
    const element = region.current;
    if (!phone || element === null) return;
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
  }, [phone, region]);
}

function Toast({ item, held }: { readonly item: ToastItem; readonly held: boolean }) {
  const { t } = useTranslation('ui');
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
      <IconButton icon={X} size="small" label={t('dismiss')} onClick={() => dismissToast(item.id)} />
    </div>
  );
}

/** The search box of the top bar. It opens the palette, whose code is fetched when someone comes near. */
import { Search } from 'lucide';
import { Suspense, useEffect, useState } from 'react';
import { useShortcut } from '#web/frame/commands.ts';
import { InSlot } from '#web/frame/frame-slots.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { AwaitedDialog } from '#web/ui/awaited-dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import css from './palette.module.css';

const loadDialog = () =>
  import('./palette-dialog.tsx').then(({ PaletteDialog }) => ({ default: PaletteDialog }));
const PaletteDialog = lazyPart(loadDialog);

export function Palette() {
  const { t } = useTranslation('palette');
  const [open, setOpen] = useState(false);
  const show = () => setOpen(true);
  const group = t('group');
  // What is typed right after the keys that open it must find it there.
  useEffect(() => {
    // Without a connection it is fetched when it is opened.
    loadDialog().catch(() => undefined);
  }, []);
  useShortcut({ keys: 'mod+K', label: t('open'), group, run: show });
  useShortcut({ keys: '/', label: t('search'), group, run: show });
  return (
    <>
      <InSlot name="omnibox">
        <button type="button" className={css.omnibox} aria-haspopup="dialog" onClick={show}>
          <Icon icon={Search} />
          <span className={css.prompt}>{t('prompt')}</span>
          <Kbd keys="mod+K" />
        </button>
      </InSlot>
      {open ? (
        <Suspense fallback={<AwaitedDialog onClose={() => setOpen(false)} />}>
          <PaletteDialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

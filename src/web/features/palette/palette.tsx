/** The search box in the top bar. It opens the palette, whose code is loaded when the pointer or focus comes near. */
import { Search } from 'lucide';
import { Suspense, useEffect, useState } from 'react';
import { useShortcut } from '#web/frame/commands.ts';
import { InSlot } from '#web/frame/frame-slots.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { AwaitedDialog } from '#web/ui/awaited-dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { preparedPart } from '#web/ui/prepared-part.ts';
import css from './palette.module.css';

const PaletteDialog = preparedPart(() =>
  import('./palette-dialog.tsx').then((module) => module.PaletteDialog),
);

export function Palette() {
  const { t } = useTranslation('palette');
  const [open, setOpen] = useState(false);
  const show = () => setOpen(true);
  const group = t('group');
  // Keys pressed right after the shortcut must reach the palette.
  useEffect(() => PaletteDialog.prepare(), []);
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

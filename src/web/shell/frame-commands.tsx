// The commands of no particular page (hide and show panes, move between regions) and the dialogs they open. Loaded after the
// first view.

import { History } from 'lucide';
import { Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCommands, useShortcut } from '#web/frame/commands.ts';
import { setFramePreferences, useFramePreferences } from '#web/frame/frame-preferences.ts';
import { undoLast } from '#web/frame/session-changes.ts';
import { addToast } from '#web/frame/toasts.ts';
import { unansweredChanges } from '#web/frame/unanswered-changes.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { AwaitedDialog } from '#web/ui/awaited-dialog.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { paths } from '../paths.ts';
import { goToRegion } from './regions.ts';

const KeysSheet = lazyPart(() =>
  import('./occasional/keys-sheet.tsx').then((module) => ({ default: module.KeysSheet })),
);
const ChangesDialog = lazyPart(() =>
  import('./occasional/changes-dialog.tsx').then((module) => ({ default: module.ChangesDialog })),
);

export function FrameCommands() {
  const { t } = useTranslation('shell');
  const { t: occasional } = useTranslation('occasional');
  const navigate = useNavigate();
  const { navigationShown, paneShown } = useFramePreferences();
  const [shown, setShown] = useState<'keys' | 'changes' | null>(null);
  const group = occasional('everywhere.group');
  useShortcut({
    keys: '[',
    label: occasional('everywhere.navigation'),
    group,
    run: () => setFramePreferences({ navigationShown: !navigationShown }),
  });
  useShortcut({
    keys: ']',
    label: occasional('everywhere.details'),
    group,
    run: () => setFramePreferences({ paneShown: !paneShown }),
  });
  useShortcut({
    keys: 'F6',
    label: occasional('everywhere.next'),
    group,
    inFields: true,
    run: () => goToRegion(1),
  });
  useShortcut({
    keys: 'shift+F6',
    label: occasional('everywhere.previous'),
    group,
    inFields: true,
    run: () => goToRegion(-1),
  });
  useShortcut({
    keys: '?',
    label: occasional('everywhere.sheet'),
    group,
    run: () => setShown('keys'),
  });
  useShortcut({ keys: '/', label: t('search'), group, run: () => void navigate(paths.search.href()) });
  const undo = (): unknown => {
    const waiting = unansweredChanges();
    if (waiting !== null) return waiting.then(undo);
    const last = undoLast();
    if (last === undefined) return false;
    const { text, lasting } = last;
    // The page it was done on may have been left, and its own toast be gone.
    if (lasting === undefined) addToast({ text: occasional('everywhere.undone', { text }) });
    else
      addToast({
        text: occasional('everywhere.lasting', { text, reason: lasting }),
        action: { label: t('changes.label'), run: () => setShown('changes') },
      });
    return true;
  };
  useShortcut({
    keys: 'mod+Z',
    label: occasional('everywhere.undo'),
    group,
    inFields: false,
    run: undo,
  });
  useCommands([
    { id: 'changes', label: t('changes.label'), group, icon: History, run: () => setShown('changes') },
  ]);
  useEffect(() => {
    document.addEventListener('focusin', bringIntoSight);
    return () => document.removeEventListener('focusin', bringIntoSight);
  }, []);
  const close = () => setShown(null);
  return shown === null ? null : (
    <Suspense fallback={<AwaitedDialog onClose={close} />}>
      {shown === 'keys' ? <KeysSheet open onClose={close} /> : <ChangesDialog onClose={close} />}
    </Suspense>
  );
}

/** Lists scroll a row into view only within themselves; on a very low screen the app itself must be scrolled too. */
function bringIntoSight({ target }: FocusEvent): void {
  if (target instanceof Element && document.documentElement.scrollHeight > innerHeight)
    target.scrollIntoView({ block: 'nearest' });
}

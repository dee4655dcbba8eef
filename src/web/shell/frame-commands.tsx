// The commands that belong to no page (hide and show panes, go round the regions) and the dialogs that they open. They come
// once the first view is there.

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
    // What it was about may be out of sight by now, and its own message gone.
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

/** Lists bring a row into their own sight alone; on a very low screen the whole app is scrolled besides. */
function bringIntoSight({ target }: FocusEvent): void {
  if (target instanceof Element && document.documentElement.scrollHeight > innerHeight)
    target.scrollIntoView({ block: 'nearest' });
}

// The keys that belong to no page: hide and show panes, go round the regions.

import { History } from 'lucide';
import { useNavigate } from 'react-router-dom';
import { useCommands, useShortcut } from '#web/frame/commands.ts';
import { setFramePreferences, useFramePreferences } from '#web/frame/frame-preferences.ts';
import { undoLast } from '#web/frame/session-changes.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '../paths.ts';
import { goToRegion } from './regions.ts';

export function useFrameShortcuts(openSheet: () => void, openChanges: () => void): void {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const { navigationShown, paneShown } = useFramePreferences();
  const group = t('keys.group');
  useShortcut({
    keys: '[',
    label: t('keys.navigation'),
    group,
    run: () => setFramePreferences({ navigationShown: !navigationShown }),
  });
  useShortcut({
    keys: ']',
    label: t('keys.details'),
    group,
    run: () => setFramePreferences({ paneShown: !paneShown }),
  });
  useShortcut({ keys: 'F6', label: t('keys.next'), group, inFields: true, run: () => goToRegion(1) });
  useShortcut({
    keys: 'shift+F6',
    label: t('keys.previous'),
    group,
    inFields: true,
    run: () => goToRegion(-1),
  });
  useShortcut({ keys: '?', label: t('keys.sheet'), group, run: openSheet });
  useShortcut({ keys: '/', label: t('search'), group, run: () => void navigate(paths.search.href()) });
  useShortcut({ keys: 'mod+Z', label: t('keys.undo'), group, inFields: false, run: undoLast });
  useCommands([{ id: 'changes', label: t('changes.label'), group, icon: History, run: openChanges }]);
}

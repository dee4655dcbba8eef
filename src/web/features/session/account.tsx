/** The signed-in person, with a menu for language, theme, keys, password, settings and signing out. */

import { useQuery } from '@tanstack/react-query';
import { History, KeyRound, Languages, LogOut, Settings, SunMoon } from 'lucide';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { me } from '#web/api/me.ts';
import { runningApi } from '#web/api/start.ts';
import { userLabel } from '#web/api/user-label.ts';
import type { AccountPartProps } from '#web/frame/account-part.ts';
import { boundCommands } from '#web/frame/commands.ts';
import { setFramePreferences, useFramePreferences } from '#web/frame/frame-preferences.ts';
import { changeLanguage, currentLanguage } from '#web/i18n/i18n.ts';
import { isAppLanguage, languageNames } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { AwaitedDialog } from '#web/ui/awaited-dialog.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import type { MenuEntry } from '#web/ui/menu-entries.ts';
import { useSignOut } from './sign-out.ts';
import { useSession } from './use-session.ts';

const ChangePasswordDialog = lazyPart(() =>
  import('./change-password-dialog.tsx').then((module) => ({ default: module.ChangePasswordDialog })),
);

export function Account({ children }: AccountPartProps) {
  const { t } = useTranslation('session');
  const { t: frame } = useTranslation('shell');
  const state = useSession();
  const { data } = useQuery(me());
  const signOut = useSignOut();
  const navigate = useNavigate();
  const { theme, plainKeys } = useFramePreferences();
  const [changing, setChanging] = useState(false);
  const username = state.status === 'signed-out' ? '' : state.username;
  const name = data === undefined ? username : userLabel(data);
  const entries: readonly MenuEntry[] = [
    {
      kind: 'submenu',
      id: 'language',
      label: t('language'),
      icon: Languages,
      entries: runningApi()
        .config.languages.filter(isAppLanguage)
        .map((language) => ({
          id: language,
          label: languageNames[language],
          checked: language === currentLanguage(),
          radio: true,
          onSelect: () => void changeLanguage(language),
        })),
    },
    {
      kind: 'submenu',
      id: 'theme',
      label: t('theme.label'),
      icon: SunMoon,
      entries: (['system', 'light', 'dark'] as const).map((one) => ({
        id: one,
        label: t(`theme.${one}`),
        checked: one === theme,
        radio: true,
        onSelect: () => setFramePreferences({ theme: one }),
      })),
    },
    {
      id: 'keys',
      label: t('plainKeys'),
      checked: plainKeys,
      stay: true,
      onSelect: () => setFramePreferences({ plainKeys: !plainKeys }),
    },
    {
      id: 'changes',
      label: frame('changes.label'),
      icon: History,
      onSelect: () =>
        void boundCommands()
          .find(({ id }) => id === 'changes')
          ?.run(),
    },
    {
      id: 'password',
      label: t('changePassword.action'),
      icon: KeyRound,
      onSelect: () => setChanging(true),
    },
    {
      id: 'settings',
      label: t('settings'),
      icon: Settings,
      onSelect: () => void navigate(paths.settings.href()),
    },
    { kind: 'separator' },
    { id: 'sign-out', label: t('signOut'), icon: LogOut, onSelect: signOut },
  ];
  if (state.status === 'signed-out') return null;
  return (
    <>
      {children({ login: state.username, name, entries })}
      {changing ? (
        <Suspense fallback={<AwaitedDialog onClose={() => setChanging(false)} />}>
          <ChangePasswordDialog open onClose={() => setChanging(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

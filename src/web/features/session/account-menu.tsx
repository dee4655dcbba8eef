/**
 * The signed-in person at the foot of the navigation (on a phone, in its "More" menu): language, theme, keys,
 * password, settings, leaving.
 */

import { useQuery } from '@tanstack/react-query';
import { ChevronsUpDown, History, KeyRound, Languages, LogOut, Settings, Shield, SunMoon } from 'lucide';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';

import { me, userLabel } from '#web/api/me.ts';
import { runningApi } from '#web/api/start.ts';
import { setAccountEntries } from '#web/frame/account-entries.ts';
import { setAddedPlaces } from '#web/frame/added-places.ts';
import { boundCommands } from '#web/frame/commands.ts';
import { setFramePreferences, useFramePreferences } from '#web/frame/frame-preferences.ts';
import { changeLanguage, currentLanguage } from '#web/i18n/i18n.ts';
import { isAppLanguage, languageNames } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { AwaitedDialog } from '#web/ui/awaited-dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { MenuButton } from '#web/ui/menu-button.tsx';
import type { MenuEntry } from '#web/ui/menu-entries.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import css from './account-menu.module.css';
import { useSignOut } from './sign-out.ts';
import { useSession } from './use-session.ts';

const ChangePasswordDialog = lazy(() =>
  import('./change-password-dialog.tsx').then((module) => ({ default: module.ChangePasswordDialog })),
);

export function AccountMenu() {
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
  useEffect(() => setAccountEntries({ name, entries }));
  const administration = data?.isAdministrator === true ? t('administration') : null;
  useEffect(
    () =>
      setAddedPlaces(
        'administration',
        administration === null ? [] : [{ to: paths.admin.href(), label: administration, icon: Shield }],
      ),
    [administration],
  );
  if (state.status === 'signed-out') return null;
  return (
    <>
      <MenuButton className={css.account} label={t('account', { name })} look="quiet" entries={entries}>
        <Avatar login={state.username} name={name} size={24} />
        <VisuallyHidden on="rail" className={css.name}>
          {name}
        </VisuallyHidden>
        <span className={css.more}>
          <Icon icon={ChevronsUpDown} size={14} />
        </span>
      </MenuButton>
      {changing ? (
        <Suspense fallback={<AwaitedDialog onClose={() => setChanging(false)} />}>
          <ChangePasswordDialog open onClose={() => setChanging(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

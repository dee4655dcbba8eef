/** A person's own settings: the app's look and keys in this browser, and how they sign in. */
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide';
import { type ComponentType, type ReactNode, useId, useState } from 'react';
import { passkeys } from '#web/api/passkeys.ts';
import { secondFactor } from '#web/api/second-factor.ts';
import { PagePlace } from '#web/frame/page-place.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { AppearanceSettings } from './appearance-settings.tsx';
import { OfflineSettings } from './offline-settings.tsx';
import { OneTimeCodes } from './one-time-codes.tsx';
import { OwnProfile } from './own-profile.tsx';
import { PasskeySettings } from './passkeys.tsx';
import css from './settings-page.module.css';
import { SignIns } from './sign-ins.tsx';

interface OwnPasswordProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

export interface SettingsPageProps {
  /** The dialog for one's own password, which is part of the session feature. */
  readonly OwnPassword: ComponentType<OwnPasswordProps>;
  /** The list of extensions, if the app has any. */
  readonly Extensions: ComponentType | undefined;
}

export function SettingsPage({ OwnPassword, Extensions }: SettingsPageProps) {
  const { t } = useTranslation('settings');
  const { t: offline } = useTranslation('offline');
  const codes = useQuery(secondFactor()).data;
  const keys = useQuery(passkeys()).data;
  return (
    <div className={css.page}>
      <PagePlace title={t('title')} />
      <VisuallyHidden as="h1" on="phone" className={css.title}>
        {t('title')}
      </VisuallyHidden>
      <Section title={t('appearance.title')} text={t('appearance.text')}>
        <AppearanceSettings />
      </Section>
      <Section title={t('you.title')} text={t('you.text')}>
        <OwnProfile />
      </Section>
      <Section title={t('signIn.title')} text={t('signIn.text')}>
        <Password OwnPassword={OwnPassword} />
        {codes === undefined || !(codes.isOffered || codes.isOn) ? null : <OneTimeCodes state={codes} />}
        {keys === undefined || !(keys.isOffered || keys.passkeys.length > 0) ? null : (
          <PasskeySettings known={keys} />
        )}
      </Section>
      <Section title={t('signIns.title')} text={t('signIns.text')}>
        <SignIns />
      </Section>
      <Section title={offline('settings.title')} text={offline('settings.text')}>
        <OfflineSettings />
      </Section>
      {Extensions === undefined ? null : (
        <Section title={t('extensions.title')} text={t('extensions.text')}>
          <Extensions />
        </Section>
      )}
    </div>
  );
}

function Password({ OwnPassword }: Pick<SettingsPageProps, 'OwnPassword'>) {
  const { t } = useTranslation('settings');
  const [changing, setChanging] = useState(false);
  return (
    <div className={css.line}>
      <div className={css.words}>
        <h3>{t('password.title')}</h3>
        <p>{t('password.text')}</p>
      </div>
      <Button icon={KeyRound} onClick={() => setChanging(true)}>
        {t('password.change')}
      </Button>
      <OwnPassword open={changing} onClose={() => setChanging(false)} />
    </div>
  );
}

interface SectionProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

function Section({ title, text, children }: SectionProps) {
  const id = useId();
  return (
    <section className={css.section} aria-labelledby={id}>
      <header className={css.intro}>
        <h2 id={id}>{title}</h2>
        <p>{text}</p>
      </header>
      <div className={css.body}>{children}</div>
    </section>
  );
}

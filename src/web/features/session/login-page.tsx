/** The sign-in page. People who are signed in already are redirected to the page in the address. */

import { useQueryClient } from '@tanstack/react-query';
import { Languages } from 'lucide';
import { useState } from 'react';
import { Navigate, useHref, useSearchParams } from 'react-router-dom';
import { runningApi } from '#web/api/start.ts';
import { BrandMark } from '#web/frame/brand-mark.tsx';
import { changeLanguage, currentLanguage } from '#web/i18n/i18n.ts';
import { isAppLanguage, languageNames } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { MenuButton } from '#web/ui/menu-button.tsx';
import { leaveForServer, useArrival } from './oauth-flow.ts';
import { ProblemNote } from './problem-note.tsx';
import css from './sign-in.module.css';
import { SignInMethods } from './sign-in-methods.tsx';
import { startAgain } from './sign-out.ts';
import { useSession } from './use-session.ts';
import { VaultDrawing } from './vault-drawing.tsx';

export function LoginPage() {
  const { t } = useTranslation('session');
  const { config, session } = runningApi();
  const [search] = useSearchParams();
  const next = placeWithin(search.get('next'));
  const href = useHref(next);
  const state = useSession();
  const queries = useQueryClient();
  const arrival = useArrival();
  const [keep, setKeep] = useState(false);
  if (state.status !== 'signed-out') return <Navigate to={next} replace />;
  const { name, organisation } = config.branding;
  return (
    <div className={css.page}>
      <main className={css.side}>
        <p className={css.brand}>
          <BrandMark />
          <span>{name}</span>
        </p>
        <div className={css.middle}>
          <h1>{t('title')}</h1>
          <p className={css.organisation}>{organisation ?? new URL(config.server).host}</p>
          {arrival.problem === null ? null : <ProblemNote problem={arrival.problem} />}
          <SignInMethods
            keep={keep}
            onKeep={setKeep}
            onSignedIn={(signedIn) => {
              useArrival.setState({ problem: null });
              const before = session.lastHere();
              queries.clear();
              session.signIn({ ...signedIn, keep });
              // After another person's session, reload, so that nothing they saw or began shows to the next.
              if (before !== undefined && before !== signedIn.username) startAgain(href);
            }}
            authorize={async (way) => {
              await leaveForServer(keep, new URL(href, document.baseURI).href, way);
              return null;
            }}
          />
        </div>
        <LanguageMenu offered={config.languages} />
      </main>
      <VaultDrawing />
    </div>
  );
}

function LanguageMenu({ offered }: { readonly offered: readonly string[] }) {
  const { t } = useTranslation('session');
  const current = currentLanguage();
  return (
    <div className={css.foot}>
      <MenuButton
        label={t('language')}
        variant="quiet"
        size="small"
        icon={Languages}
        align="end"
        entries={offered.filter(isAppLanguage).map((language) => ({
          id: language,
          label: languageNames[language],
          checked: language === current,
          radio: true,
          onSelect: () => void changeLanguage(language),
        }))}
      >
        {languageNames[current]}
      </MenuButton>
    </div>
  );
}

/** Only addresses within this app: one of another site in `next` would be phishing. */
function placeWithin(next: string | null): string {
  return next !== null && /^\/(?![/\\])/.test(next) ? next : '/';
}

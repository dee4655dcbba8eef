/** The ways to sign in that config.json offers: the first as a form, the others as buttons below it. */
import { useQuery } from '@tanstack/react-query';
import { Building2, ExternalLink, Fingerprint, KeyRound, UserRound } from 'lucide';
import { useState } from 'react';
import type { SignInMethod } from '#web/api/config.ts';
import type { SignedIn } from '#web/api/login.ts';
import type { SignInWay } from '#web/api/oauth.ts';
import { serverWays } from '#web/api/server-ways.ts';
import { runningApi } from '#web/api/start.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { canAuthorize } from './oauth-flow.ts';
import { PasswordForm } from './password-form.tsx';
import { ProblemNote } from './problem-note.tsx';
import css from './sign-in.module.css';
import { TokenForm } from './token-form.tsx';
import { useSignIn } from './use-sign-in.ts';

export interface SignInMethodsProps {
  readonly username?: string;
  readonly keep: boolean;
  readonly onKeep?: (keep: boolean) => void;
  readonly onSignedIn: (signedIn: SignedIn) => void;
  /** Opens the server's own sign-in page; resolves with null if the tab is leaving. */
  readonly authorize: (way?: SignInWay) => Promise<SignedIn | null>;
}

const icons = { password: UserRound, oauth: ExternalLink, token: KeyRound } as const;

export function SignInMethods({ username, keep, onKeep, onSignedIn, authorize }: SignInMethodsProps) {
  const { t } = useTranslation('session');
  const { client, config } = runningApi();
  const offered = config.signIn.methods.filter((method) => method !== 'oauth' || canAuthorize());
  const [form, setForm] = useState<SignInMethod | undefined>(() =>
    offered.find((method) => method !== 'oauth'),
  );
  const server = useSignIn(authorize, onSignedIn);
  const ways = useQuery({ ...serverWays(client), enabled: offered.includes('oauth') }).data;
  const others = offered.filter((method) => method !== form);
  return (
    <div className={css.methods}>
      {form === 'password' ? (
        <PasswordForm username={username} keep={keep} onKeep={onKeep} onSignedIn={onSignedIn} />
      ) : null}
      {form === 'token' ? <TokenForm onSignedIn={onSignedIn} /> : null}
      {form === undefined || others.length === 0 ? null : <p className={css.or}>{t('or')}</p>}
      {server.problem === null ? null : <ProblemNote problem={server.problem} />}
      {ways?.providers.map(({ name, label }) => (
        <Button
          key={`provider ${name}`}
          variant={form === undefined ? 'primary' : 'line'}
          size="large"
          icon={Building2}
          disabled={server.busy}
          onClick={() => server.run({ identity_provider: name })}
        >
          {t('method.provider', { label })}
        </Button>
      ))}
      {ways?.passkeys === true ? (
        <Button
          variant={form === undefined ? 'primary' : 'line'}
          size="large"
          icon={Fingerprint}
          disabled={server.busy}
          onClick={() => server.run({ sign_in_with: 'passkey' })}
        >
          {t('method.passkey')}
        </Button>
      ) : null}
      {others.map((method) => (
        <Button
          key={method}
          variant={form === undefined ? 'primary' : 'line'}
          size="large"
          icon={icons[method]}
          loading={method === 'oauth' && server.busy}
          loadingText={t('method.leaving')}
          onClick={() => (method === 'oauth' ? server.run() : setForm(method))}
        >
          {t(`method.${method}`)}
        </Button>
      ))}
    </div>
  );
}

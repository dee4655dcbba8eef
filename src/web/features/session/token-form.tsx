/** The form for a token that somebody was given: an access token or an authentication token; the server finds which. */
import { useState } from 'react';
import { signInWithToken } from '#web/api/sign-in.ts';
import { runningApi } from '#web/api/start.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { MethodProps } from './password-form.tsx';
import { ProblemNote } from './problem-note.tsx';
import css from './sign-in.module.css';
import { useSignIn } from './use-sign-in.ts';

export function TokenForm({ onSignedIn }: Pick<MethodProps, 'onSignedIn'>) {
  const { t } = useTranslation('session');
  const [token, setToken] = useState('');
  const [checked, setChecked] = useState(false);
  const attempt = useSignIn(() => signInWithToken(runningApi().client, token), onSignedIn);
  const wrong = attempt.problem?.code === 'wrong-password';
  const missing = checked && token.trim() === '' ? t('token.missing') : undefined;
  return (
    <form
      className={css.form}
      noValidate
      aria-label={t('token.title')}
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (token.trim() !== '' && !attempt.busy) attempt.run();
      }}
    >
      {attempt.problem === null || wrong ? null : <ProblemNote problem={attempt.problem} />}
      <TextField
        label={t('token.label')}
        type="password"
        autoComplete="off"
        spellCheck={false}
        autoFocus
        value={token}
        onChange={setToken}
        hint={t('token.hint')}
        error={missing ?? (wrong ? t('token.refused') : undefined)}
      />
      <Button
        type="submit"
        variant="primary"
        size="large"
        loading={attempt.busy}
        loadingText={t('signingIn')}
      >
        {t('signIn')}
      </Button>
    </form>
  );
}

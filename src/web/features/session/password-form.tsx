/** The form for login and password. The password is kept only in this form, until it is exchanged for a token. */
import { Eye, EyeOff } from 'lucide';
import { type KeyboardEvent, useState } from 'react';
import type { SignedIn } from '#web/api/login.ts';
import { signInWithPassword } from '#web/api/sign-in.ts';
import { runningApi } from '#web/api/start.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { ProblemNote } from './problem-note.tsx';
import css from './sign-in.module.css';
import { useSignIn } from './use-sign-in.ts';

export interface MethodProps {
  /** Given if the same person signs in again: the login cannot be changed. */
  readonly username?: string;
  readonly keep: boolean;
  /** Missing if that was decided before. */
  readonly onKeep?: (keep: boolean) => void;
  readonly onSignedIn: (signedIn: SignedIn) => void;
}

export function PasswordForm({ username, keep, onKeep, onSignedIn }: MethodProps) {
  const { t } = useTranslation('session');
  const [login, setLogin] = useState(username ?? '');
  const [password, setPassword] = useState('');
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const [checked, setChecked] = useState(false);
  const attempt = useSignIn(
    () => signInWithPassword(runningApi().client, login.trim(), password),
    onSignedIn,
  );
  const wrong = attempt.problem?.code === 'wrong-password';
  const watchCapsLock = (event: KeyboardEvent): void => setCapsLock(event.getModifierState('CapsLock'));
  const missing = (value: string, key: string) => (checked && value.trim() === '' ? t(key) : undefined);
  const passwordError =
    missing(password, 'password.missing') ?? (wrong ? t('problem.wrong-password') : undefined);
  return (
    <form
      className={css.form}
      noValidate
      aria-label={t('signIn')}
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (login.trim() !== '' && password !== '' && !attempt.busy) attempt.run();
      }}
    >
      {attempt.problem === null || wrong ? null : <ProblemNote problem={attempt.problem} />}
      <TextField
        label={t('login.label')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        // The page has only this purpose, and the dialog moves the focus here anyway.
        autoFocus={username === undefined}
        readOnly={username !== undefined}
        value={login}
        onChange={setLogin}
        error={missing(login, 'login.missing')}
      />
      <div className={css.password}>
        <TextField
          className={css.secret}
          label={t('password.label')}
          name="password"
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          autoFocus={username !== undefined}
          value={password}
          onChange={setPassword}
          onKeyDown={watchCapsLock}
          onKeyUp={watchCapsLock}
          error={passwordError}
          hint={capsLock ? t('password.capsLock') : undefined}
        />
        <Button
          className={css.eye}
          variant="quiet"
          icon={shown ? EyeOff : Eye}
          aria-label={t(shown ? 'password.hide' : 'password.show')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      </div>
      {onKeep === undefined ? null : <Checkbox checked={keep} onChange={onKeep} label={t('keep')} />}
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

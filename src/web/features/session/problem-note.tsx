/** The error of a sign-in: what happened, then what to do. */

import { runningApi } from '#web/api/start.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Note } from '#web/ui/note.tsx';
import type { SignInProblem } from './sign-in-problem.ts';

export function ProblemNote({ problem }: { readonly problem: SignInProblem }) {
  const { t } = useTranslation('session');
  const server = new URL(runningApi().config.server).host;
  return (
    <Note kind="bad">
      {t(`problem.${problem.code}`, { server })}
      {problem.detail === undefined ? null : (
        <p dir="auto">{t('problem.detail', { detail: problem.detail })}</p>
      )}
    </Note>
  );
}

/** Says why a query did not run, in the same words as the editor, and marks the place. */
import type { Diagnostic } from '#nxql/index.ts';
import { isApiError } from '#web/api/api-error.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Note } from '#web/ui/note.tsx';
import { problemFinder, type QueryHelp, type Refusal } from './use-query-help.ts';

export interface RefusedQueryProps {
  readonly refusal: Refusal;
  readonly help: QueryHelp;
}

/** For a query in the address that the server refused. */
export function RefusedQuery({ refusal, help }: RefusedQueryProps) {
  const { t } = useTranslation('search');
  const { query, error } = refusal;
  const problem = problemFinder(help, refusal, t)(query).find(({ severity }) => severity === 'error');
  return problem === undefined ? (
    <Note kind="bad">
      {t('results.refused', { reason: (isApiError(error) && error.serverMessage) || error.message })}
    </Note>
  ) : (
    <NotRun query={query} problem={problem} />
  );
}

/** For a query in the address that cannot be parsed. */
export function BrokenQuery({ query, help }: { readonly query: string; readonly help: QueryHelp }) {
  const { t } = useTranslation('search');
  const problem = problemFinder(help, null, t)(query).find(({ severity }) => severity === 'error');
  return problem === undefined ? null : <NotRun query={query} problem={problem} />;
}

export function NotRun({ query, problem }: { readonly query: string; readonly problem: Diagnostic }) {
  const { t } = useTranslation('search');
  const format = useFormat();
  const line = query.slice(0, problem.start).split('\n').length;
  return <Note kind="bad">{t('problem.notRun', { line: format.count(line), reason: problem.message })}</Note>;
}

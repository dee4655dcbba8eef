// Why a change was not made: what the server refused and why, what is unchanged, and what the user can do.
import { isApiError, isUnreached } from '#web/api/api-error.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Note } from '#web/ui/note.tsx';
import { FailureWords } from './failure-words.tsx';

export interface RefusalNoteProps {
  /** The error of a single call. */
  readonly error: Error;
  /** The user has filled in a form, which is kept. */
  readonly isForm?: boolean;
}

export function RefusalNote({ error, isForm = false }: RefusalNoteProps) {
  const { t } = useTranslation('refusals');
  // A server that failed, or did not answer, may have made the change all the same.
  const isRefused = isApiError(error) && error.status >= 400 && error.status < 500;
  return (
    <Note kind={isUnreached(error) ? 'info' : 'bad'}>
      <FailureWords error={error} /> {isRefused ? t('nothingChanged') : null} {isForm ? t('stillHere') : null}
    </Note>
  );
}

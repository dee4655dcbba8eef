// Why a change was not made: what the server refused and why, what stays, and what one can do.
import { isApiError, isUnreached } from '#web/api/api-error.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Note } from '#web/ui/note.tsx';
import { FailureWords } from './failure-words.tsx';

export interface RefusalNoteProps {
  /** Of one call. */
  readonly error: Error;
  /** Somebody has filled in a form, which stays as it is. */
  readonly isForm?: boolean;
}

export function RefusalNote({ error, isForm = false }: RefusalNoteProps) {
  const { t } = useTranslation('refusals');
  // A server that broke down, or did not answer, may have done it all the same.
  const isRefused = isApiError(error) && error.status >= 400 && error.status < 500;
  return (
    <Note kind={isUnreached(error) ? 'info' : 'bad'}>
      <FailureWords error={error} /> {isRefused ? t('nothingChanged') : null} {isForm ? t('stillHere') : null}
    </Note>
  );
}

// Why a part of a page shows nothing: a refusal in red. That the server does not answer is no alarm here: the band above
// says so too, and what was asked comes by itself.
import type { ReactNode } from 'react';
import { isUnreached } from '#web/api/api-error.ts';
import { Note } from '#web/ui/note.tsx';
import { FailureWords } from './failure-words.tsx';

export interface FailureNoteProps {
  readonly error: Error;
  readonly onRetry: () => void;
  /** In place of the error's own words. */
  readonly children?: ReactNode;
}

export function FailureNote({ error, onRetry, children = <FailureWords error={error} /> }: FailureNoteProps) {
  return (
    <Note kind={isUnreached(error) ? 'info' : 'bad'} onRetry={onRetry}>
      {children}
    </Note>
  );
}

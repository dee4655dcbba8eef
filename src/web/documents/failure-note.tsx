// Why a part of a page has no content: a refusal in red. A server that does not answer is not shown in red: the band above says
// so too, and the content will load by itself.
import type { ReactNode } from 'react';
import { isUnreached } from '#web/api/api-error.ts';
import { Note } from '#web/ui/note.tsx';
import { FailureWords } from './failure-words.tsx';

export interface FailureNoteProps {
  readonly error: Error;
  readonly onRetry: () => void;
  /** Replaces the error's own message. */
  readonly children?: ReactNode;
}

export function FailureNote({ error, onRetry, children = <FailureWords error={error} /> }: FailureNoteProps) {
  return (
    <Note kind={isUnreached(error) ? 'info' : 'bad'} onRetry={onRetry}>
      {children}
    </Note>
  );
}

/** Asks people to confirm who they are before sensitive changes, if they signed in long ago. */
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Recency, readRecency } from '#web/api/recent-sign-in.ts';
import { ConfirmSignInDialog } from './confirm-sign-in-dialog.tsx';

interface Waiting {
  readonly ways: Recency['ways'];
  readonly act: () => void;
}

export interface RecentSignIn {
  /** Runs it at once, or after the person has confirmed who they are. */
  readonly whenRecent: (act: () => void) => void;
  readonly isPending: boolean;
  readonly dialog: ReactNode;
}

export function useRecentSignIn(): RecentSignIn {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const { mutate, isPending } = useMutation(readRecency());
  const whenRecent = (act: () => void) =>
    mutate(undefined, {
      onSuccess: ({ isRecent, ways }) => (isRecent ? act() : setWaiting({ ways, act })),
      // Try the change itself: its error says what is wrong.
      onError: act,
    });
  const close = () => setWaiting(null);
  const confirmed = () => {
    close();
    waiting?.act();
  };
  const dialog =
    waiting === null ? null : (
      <ConfirmSignInDialog ways={waiting.ways} onClose={close} onConfirmed={confirmed} />
    );
  return { whenRecent, isPending, dialog };
}

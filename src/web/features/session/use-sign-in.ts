/** One attempt to sign in at a time, and what came of it. */
import { useMutation } from '@tanstack/react-query';
import type { SignedIn } from '#web/api/login.ts';
import type { SignInWay } from '#web/api/oauth.ts';
import { problemOf, type SignInProblem } from './sign-in-problem.ts';

export interface SignInAttempt {
  /** @param way when there are several */
  readonly run: (way?: SignInWay) => void;
  readonly busy: boolean;
  readonly problem: SignInProblem | null;
}

/** @param attempt resolves with null when the person changed their mind */
export function useSignIn(
  attempt: (way?: SignInWay) => Promise<SignedIn | null>,
  onSignedIn: (signedIn: SignedIn) => void,
): SignInAttempt {
  const { mutate, isPending, error } = useMutation({
    mutationFn: (way: SignInWay | undefined) => attempt(way),
    // A server that is not there must say so here, not wait for better times.
    networkMode: 'always',
    onSuccess: (signedIn) => {
      if (signedIn !== null) onSignedIn(signedIn);
    },
  });
  return {
    run: (way) => mutate(way),
    busy: isPending,
    problem: error === null ? null : problemOf(error),
  };
}

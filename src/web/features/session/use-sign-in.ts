/** Runs one attempt to sign in at a time, and gives its outcome. */
import { useMutation } from '@tanstack/react-query';
import type { SignedIn } from '#web/api/login.ts';
import type { SignInWay } from '#web/api/oauth.ts';
import { problemOf, type SignInProblem } from './sign-in-problem.ts';

export interface SignInAttempt {
  /** @param way if there are several */
  readonly run: (way?: SignInWay) => void;
  readonly busy: boolean;
  readonly problem: SignInProblem | null;
}

/** @param attempt resolves with null if the person cancelled */
export function useSignIn(
  attempt: (way?: SignInWay) => Promise<SignedIn | null>,
  onSignedIn: (signedIn: SignedIn) => void,
): SignInAttempt {
  const { mutate, isPending, error } = useMutation({
    mutationFn: (way: SignInWay | undefined) => attempt(way),
    // Fail at once without a connection, instead of pausing until there is one.
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

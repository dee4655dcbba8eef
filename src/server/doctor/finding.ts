/** The result of one check of a deployment, in words for its operator. */
export interface Finding {
  readonly about: string;
  /** `wrong`: the server does not start, loses data, or lets the wrong people in. */
  readonly state: 'good' | 'advice' | 'wrong';
  readonly says: string;
  /** What to do. */
  readonly todo?: string;
}

export const good = (about: string, says: string): Finding => ({ about, state: 'good', says });
export const advice = (about: string, says: string, todo: string): Finding => ({
  about,
  state: 'advice',
  says,
  todo,
});
export const wrong = (about: string, says: string, todo: string): Finding => ({
  about,
  state: 'wrong',
  says,
  todo,
});

export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  // A refused connection has one error for each address that was tried.
  const [first] = error instanceof AggregateError ? error.errors : [];
  return text === 'AggregateError' || text === '' ? reasonOf(first ?? 'unknown') : text;
}

/** Lets a mutation state which queries to refresh afterwards, whether it succeeded or failed. */
import type { QueryClient, QueryKey } from '@tanstack/react-query';

type Settled = (
  data: unknown,
  error: Error | null,
  variables: unknown,
  result: unknown,
  context: { readonly client: QueryClient },
) => Promise<unknown>;

/** @returns a handler for `onSettled` */
export function askAgain(...keys: readonly QueryKey[]): Settled {
  return (_data, _error, _variables, _result, { client }) =>
    Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

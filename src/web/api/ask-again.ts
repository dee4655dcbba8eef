/** What a change has asked for again, whether the server took it or not: said where the change is stated. */
import type { QueryClient, QueryKey } from '@tanstack/react-query';

type Settled = (
  data: unknown,
  error: Error | null,
  variables: unknown,
  result: unknown,
  context: { readonly client: QueryClient },
) => Promise<unknown>;

/** For `onSettled`. */
export function askAgain(...keys: readonly QueryKey[]): Settled {
  return (_data, _error, _variables, _result, { client }) =>
    Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

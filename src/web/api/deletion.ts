/**
 * How a deletion treats the queries of its page: running queries for the deleted entity are cancelled, so that none ends with a
 * 404, and they are not refreshed after it is deleted. All other queries are, whether the server deleted it or not.
 */
import { matchQuery, type QueryClient, type QueryKey } from '@tanstack/react-query';

interface Context {
  readonly client: QueryClient;
}

interface Deletion {
  readonly onMutate: (id: string, context: Context) => Promise<void>;
  readonly onSettled: (
    data: unknown,
    error: Error | null,
    id: string,
    result: unknown,
    context: Context,
  ) => Promise<void>;
}

/** @param one the common start of all query keys for the entity with this id; begins with `all` */
export function deletionAmong(all: QueryKey, one: (id: string) => QueryKey): Deletion {
  return {
    onMutate: (id, { client }) => client.cancelQueries({ queryKey: one(id) }),
    onSettled: (_data, error, id, _result, { client }) => {
      void client.invalidateQueries({ queryKey: all, refetchType: 'none' });
      return client.refetchQueries({
        queryKey: all,
        type: 'active',
        predicate: (query) => error !== null || !matchQuery({ queryKey: one(id) }, query),
      });
    },
  };
}

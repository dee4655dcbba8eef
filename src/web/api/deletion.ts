/**
 * What a deletion does about the questions of its page: no request that is on its way ends with a 404, and what
 * is known of it is not asked for again once it is gone. All else is, whether the server took it or not.
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

/** @param one key of all that is known of the one with this id; it begins with `all` */
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

// The one cache of server data (R7).
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { isApiError, isUnreached } from './api/api-error.ts';
import { documentFamilies, documentKeys } from './api/keys.ts';
import { forgetSeen, isRecalled } from './api/last-seen.ts';
import { whenNothingIsUnsaved } from './frame/leave-guard.ts';

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (!isApiError(error) || isUnreached(error)) return;
      // What has gone or is forbidden by now must not stand there as it was.
      const isGone = error.status === 403 || error.status === 404;
      if (query.state.data === undefined || !(isGone || isRecalled(query.state))) return;
      // What somebody types there can still be copied, and saving says why it is refused.
      whenNothingIsUnsaved(() => {
        if (query.state.status !== 'error') return;
        // First there: a query without data takes what it began with again.
        forgetSeen(query.queryHash);
        query.setState({ data: undefined });
        // It stands in lists and trees too.
        if (isGone && query.queryKey[0] === documentKeys.all[0])
          for (const queryKey of documentFamilies) void queryClient.invalidateQueries({ queryKey });
      });
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // What was seen this while ago can still be read when the connection is gone.
      gcTime: 30 * 60_000,
      refetchOnWindowFocus: true,
      retry: false,
      // Without a connection a page says so at once, instead of waiting for one; it asks again when there is one.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { retry: false },
  },
});

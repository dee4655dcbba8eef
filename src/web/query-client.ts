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
      // A document that was deleted or is no longer allowed must not stay on screen.
      const isGone = error.status === 403 || error.status === 404;
      if (query.state.data === undefined || !(isGone || isRecalled(query.state))) return;
      // Text typed on the page can still be copied, and saving says why it is refused.
      whenNothingIsUnsaved(() => {
        if (query.state.status !== 'error') return;
        // Before the data: a query without data takes its initial data again, which comes from there.
        forgetSeen(query.queryHash);
        query.setState({ data: undefined });
        // It is shown in lists and trees too.
        if (isGone && query.queryKey[0] === documentKeys.all[0])
          for (const queryKey of documentFamilies) void queryClient.invalidateQueries({ queryKey });
      });
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // What was read in this time stays readable without a connection.
      gcTime: 30 * 60_000,
      refetchOnWindowFocus: true,
      retry: false,
      // Without a connection a page says so at once instead of waiting; it requests again when the connection is back.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { retry: false },
  },
});

// The one cache of server data (R7).
import { QueryClient } from '@tanstack/react-query';

export const queryClient = new QueryClient({
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

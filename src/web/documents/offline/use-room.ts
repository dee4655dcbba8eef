/** How much space this browser gives the app, and whether it may reclaim it; null if it does not say. */
import { useQuery } from '@tanstack/react-query';

export interface Room {
  readonly free: number;
  readonly used: number;
  /** The browser removes nothing by itself. */
  readonly lasting: boolean;
}

export function useRoom(): Room | null {
  const { data } = useQuery({
    queryKey: ['offline', 'room'],
    queryFn: async (): Promise<Room | null> => {
      const { quota, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
      if (quota === undefined) return null;
      const lasting = (await navigator.storage.persisted?.()) ?? false;
      return { free: Math.max(0, quota - usage), used: usage, lasting };
    },
    staleTime: 5_000,
    refetchInterval: 10_000,
  });
  return data ?? null;
}

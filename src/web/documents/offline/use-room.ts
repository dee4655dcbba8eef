/** How much room this browser gives the app, and whether it may take it back; null where it does not tell. */
import { useQuery } from '@tanstack/react-query';

export interface Room {
  readonly free: number;
  readonly used: number;
  /** The browser takes nothing away by itself. */
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

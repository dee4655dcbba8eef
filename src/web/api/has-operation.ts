/** Whether the server has an operation: that of an add-on may be missing although its permission exists. */
import { queryOptions } from '@tanstack/react-query';
import { encodeSegment } from './addresses.ts';
import { hasStatus } from './api-error.ts';
import { api } from './start.ts';

export function hasOperation(id: string) {
  return queryOptions({
    queryKey: ['operations', 'has', id],
    queryFn: async ({ signal }): Promise<boolean> => {
      try {
        await api().done(`/automation/${encodeSegment(id)}`, { signal });
        return true;
      } catch (error) {
        if (hasStatus(error, 404) || hasStatus(error, 405)) return false;
        throw error;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

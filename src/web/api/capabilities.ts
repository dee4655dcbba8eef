/** What kind of server this is. */
import { queryOptions } from '@tanstack/react-query';
import { isJsonObject, isString } from '#wire/json.ts';
import { hasStatus } from './api-error.ts';
import { api } from './start.ts';

export interface Capabilities {
  /** Null on servers from before this was told. */
  readonly version: string | null;
  readonly distribution: string | null;
}

export function capabilities() {
  return queryOptions({
    queryKey: ['capabilities'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Capabilities> => {
      const answer = await api()
        .json('/capabilities', { signal })
        .catch((error: unknown) => {
          if (hasStatus(error, 404)) return undefined;
          throw error;
        });
      const server = isJsonObject(answer) && isJsonObject(answer.server) ? answer.server : {};
      const text = (value: unknown): string | null => (isString(value) ? value : null);
      return { version: text(server.distributionVersion), distribution: text(server.distributionName) };
    },
  });
}

/** Whether the server sends mails. */
import { queryOptions } from '@tanstack/react-query';
import { isJsonObject } from '#wire/json.ts';
import { api } from './start.ts';

export function mailSent() {
  return queryOptions({
    queryKey: ['mail-sent'] as const,
    queryFn: async ({ signal }): Promise<boolean> => {
      const { mail } = await api().entity('/capabilities', isJsonObject, { signal });
      // A server that does not state it may have a mail server.
      return !isJsonObject(mail) || mail.enabled !== false;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

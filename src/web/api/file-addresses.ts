/** Addresses that give one file once, for downloads by the browser itself, which sends no token. Not every server has them. */
import { queryOptions } from '@tanstack/react-query';
import { isJsonObject } from '#wire/json.ts';
import { randomText } from './random.ts';
import { api } from './start.ts';

const key = ['file-addresses'] as const;

export function fileAddressesOffered() {
  return queryOptions({
    queryKey: key,
    queryFn: async ({ signal }): Promise<boolean> => {
      const { fileAddresses } = await api().entity('/capabilities', isJsonObject, { signal });
      return isJsonObject(fileAddresses);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Returns the address at once, while a request registers it. If the server refuses, the browser's download fails. */
export function newFileAddress(uid: string): string {
  const code = randomText(32);
  void api()
    .done('/me/file-addresses', { method: 'POST', body: { code, document: uid } })
    .catch(() => undefined);
  return api().address(`/nxonce/${code}`, {}, 'server');
}

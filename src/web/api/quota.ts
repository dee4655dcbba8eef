/** How much room a folder takes and how much it may take. */
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { isJsonObject } from '#wire/json.ts';
import { documentInput } from './addresses.ts';
import { documentKeys } from './documents.ts';
import { runForJson } from './operation-call.ts';

export interface Quota {
  /** Bytes in the document itself. */
  readonly own: number;
  /** Bytes in it and below, versions and trash included. */
  readonly total: number;
  /** Most bytes allowed; null when nothing is set. */
  readonly max: number | null;
}

/** Null on a server that does not keep count. */
export function quota(uid: string) {
  return queryOptions({
    queryKey: [...documentKeys.one(uid), 'quota'],
    queryFn: async ({ signal }): Promise<Quota | null> =>
      quotaIn(await runForJson({ id: 'Quotas.GetInfo', input: documentInput(uid) }, { signal })),
  });
}

export interface QuotaPart {
  readonly label: string;
  readonly bytes: number;
}

/** Live documents, trash, versions. */
export function quotaParts(uid: string, language: string) {
  return queryOptions({
    queryKey: [...documentKeys.one(uid), 'quota-parts', language],
    queryFn: async ({ signal }): Promise<readonly QuotaPart[]> => {
      const parts = await runForJson(
        { id: 'Quotas.GetStatistics', params: { documentRef: uid, language } },
        { signal },
      );
      if (!Array.isArray(parts)) return [];
      return parts.flatMap((part: unknown) =>
        isJsonObject(part) ? [{ label: String(part.label ?? ''), bytes: Number(part.data ?? 0) }] : [],
      );
    },
  });
}

export interface QuotaChange {
  readonly uid: string;
  /** Bytes; null for no limit. */
  readonly max: number | null;
}

export function setQuota() {
  return mutationOptions({
    mutationFn: async ({ uid, max }: QuotaChange): Promise<void> => {
      await runForJson({
        id: 'Quotas.SetMaxSize',
        input: documentInput(uid),
        params: { targetSize: max ?? -1 },
      });
    },
    onSettled: (_data, _error, { uid }, _result, { client }) =>
      client.invalidateQueries({ queryKey: documentKeys.one(uid) }),
  });
}

export function quotaIn(answer: unknown): Quota | null {
  const value = isJsonObject(answer) ? answer.value : undefined;
  if (!isJsonObject(value)) return null;
  const { innerSize, totalSize, maxQuota } = value;
  if (typeof innerSize !== 'number' || typeof totalSize !== 'number' || totalSize < 0) return null;
  return {
    own: innerSize,
    total: totalSize,
    max: typeof maxQuota === 'number' && maxQuota >= 0 ? maxQuota : null,
  };
}

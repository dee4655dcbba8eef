/** Who did what to a document and when. The server writes the entry a moment after the action. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { LogEntryEntity } from '#wire/activity.ts';
import type { ListEntity } from '#wire/document.ts';
import { encodeSegment } from './addresses.ts';
import { isLogEntry } from './entities.ts';
import { isListOf } from './guards.ts';
import { api } from './start.ts';

export interface AuditRequest {
  readonly uid: string;
  readonly eventIds?: readonly string[];
  readonly usernames?: readonly string[];
  /** `2024-05-06`, or a date with a time. */
  readonly from?: string;
  readonly to?: string;
  readonly pageIndex?: number;
  readonly pageSize?: number;
}

export function auditLog({ uid, eventIds, usernames, from, to, pageIndex = 0, pageSize = 50 }: AuditRequest) {
  return queryOptions({
    queryKey: ['documents', uid, 'audit', { eventIds, usernames, from, to, pageIndex, pageSize }],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }): Promise<ListEntity<LogEntryEntity>> =>
      api().entity(`/id/${encodeSegment(uid)}/@audit`, isListOf(isLogEntry), {
        query: {
          eventId: eventIds,
          principalName: usernames,
          startEventDate: from,
          endEventDate: to,
          currentPageIndex: pageIndex,
          pageSize,
        },
        signal,
      }),
  });
}

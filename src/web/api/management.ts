/** What administrators see of the server: its content, its queue, its servers, and the audit log. */
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { LogEntryEntity } from '#wire/activity.ts';
import type { ListEntity } from '#wire/document.ts';
import { isJsonObject, isString } from '#wire/json.ts';
import { documentInput, encodeSegment } from './addresses.ts';
import { askAgain } from './ask-again.ts';
import { isLogEntry } from './entities.ts';
import { isArrayOf, isListOf } from './guards.ts';
import { documentFamilies } from './keys.ts';
import { runForJson } from './operation-call.ts';
import { nxqlSearch } from './search.ts';
import { api } from './start.ts';

export interface Counted {
  readonly name: string;
  readonly documents: number;
  readonly bytes: number;
}

export interface Statistics {
  readonly states: readonly Counted[];
  readonly types: readonly Counted[];
  readonly people: readonly Counted[];
  readonly months: readonly Counted[];
}

export interface QueuedJob {
  readonly id: string;
  readonly kind: string;
  readonly state: string;
  readonly owner: string | null;
  readonly attempts: number;
  readonly updatedAt: string;
  readonly message: string | null;
}

export interface JobCount {
  readonly kind: string;
  readonly state: string;
  readonly count: number;
}

export interface ServerState {
  readonly id: string;
  readonly host: string;
  readonly process: number;
  readonly startedAt: string;
  readonly seenAt: string;
  readonly memoryBytes: number;
  readonly parts: Readonly<Record<string, boolean>>;
}

const keys = { jobs: ['management', 'jobs'] as const, servers: ['management', 'servers'] as const };

export function statistics() {
  return queryOptions({
    queryKey: ['management', 'statistics'],
    queryFn: ({ signal }) =>
      api().entity('/management/statistics', isStatistics, { signal, timeout: 60_000 }),
    staleTime: 60_000,
  });
}

/** Folders with a quota, the fullest first. */
export function quotas() {
  const query =
    'SELECT * FROM Document WHERE dss:maxSize > 0 AND ecm:isVersion = 0 ORDER BY dss:totalSize DESC';
  return nxqlSearch(query, { pageSize: 50, view: { enrichers: { document: ['quota'] } } });
}

export interface QuotaChange {
  readonly uid: string;
  /** Bytes; -1 for no limit. */
  readonly size: number;
}

export function setQuota() {
  return mutationOptions({
    mutationFn: ({ uid, size }: QuotaChange) =>
      runForJson({ id: 'Quotas.SetMaxSize', input: documentInput(uid), params: { targetSize: size } }),
    onSettled: askAgain(...documentFamilies),
  });
}

/** The entries of the queue change without any action here. */
const refetchInterval = 5_000;

export function jobCounts() {
  return queryOptions({
    queryKey: [...keys.jobs, 'counts'],
    queryFn: ({ signal }) => api().entity('/management/jobs', isArrayOf(isJobCount), { signal }),
    refetchInterval,
  });
}

export function jobs(state: string) {
  return queryOptions({
    queryKey: [...keys.jobs, 'list', state],
    queryFn: ({ signal }) =>
      api().entity('/management/jobs/list', isArrayOf(isJob), { query: { state }, signal }),
    refetchInterval,
  });
}

export function runJobAgain() {
  return mutationOptions({
    mutationFn: (id: string) => api().done(`/management/jobs/${encodeSegment(id)}/again`, { method: 'POST' }),
    onSettled: askAgain(keys.jobs),
  });
}

export function giveUpJob() {
  return mutationOptions({
    mutationFn: (id: string) => api().done(`/management/jobs/${encodeSegment(id)}`, { method: 'DELETE' }),
    onSettled: askAgain(keys.jobs),
  });
}

/** Fails on a server without this address, whose pages then do not offer it. */
export function servers() {
  return queryOptions({
    queryKey: keys.servers,
    queryFn: ({ signal }) => api().entity('/management/servers', isArrayOf(isServer), { signal }),
    refetchInterval: 30_000,
    retry: false,
  });
}

export interface TrailRequest {
  readonly person: string | null;
  /** Event ids, separated by commas. */
  readonly events: string;
  /** `YYYY-MM-DD` */
  readonly from: string;
  readonly to: string;
  readonly page: number;
  readonly pageSize: number;
}

export function auditTrail({ person, events, from, to, page, pageSize }: TrailRequest) {
  const given = Object.entries({
    principalName: person ?? '',
    eventIds: events,
    startDate: from,
    endDate: to,
  });
  const namedQueryParams = Object.fromEntries(given.filter(([, value]) => value !== ''));
  return queryOptions({
    queryKey: ['management', 'trail', namedQueryParams, page, pageSize],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }): Promise<ListEntity<LogEntryEntity>> =>
      api().entity('/automation/Audit.QueryWithPageProvider', isListOf(isLogEntry), {
        method: 'POST',
        body: { params: { namedQueryParams, currentPageIndex: page, pageSize } },
        signal,
      }),
  });
}

function isCounted(value: unknown): value is Counted {
  return (
    isJsonObject(value) &&
    isString(value.name) &&
    typeof value.documents === 'number' &&
    typeof value.bytes === 'number'
  );
}

function isStatistics(value: unknown): value is Statistics {
  return (
    isJsonObject(value) &&
    [value.states, value.types, value.people, value.months].every(
      (list) => Array.isArray(list) && list.every(isCounted),
    )
  );
}

function isJobCount(value: unknown): value is JobCount {
  return isJsonObject(value) && [value.kind, value.state].every(isString) && typeof value.count === 'number';
}

function isJob(value: unknown): value is QueuedJob {
  return (
    isJsonObject(value) &&
    [value.id, value.kind, value.state, value.updatedAt].every(isString) &&
    [value.owner, value.message].every((text) => text === null || isString(text)) &&
    typeof value.attempts === 'number'
  );
}

function isServer(value: unknown): value is ServerState {
  return (
    isJsonObject(value) &&
    [value.id, value.host, value.startedAt, value.seenAt].every(isString) &&
    typeof value.process === 'number' &&
    typeof value.memoryBytes === 'number' &&
    isJsonObject(value.parts) &&
    Object.values(value.parts).every((isWell) => typeof isWell === 'boolean')
  );
}

/**
 * The rows of a list, loaded in pages by offset: only those on screen. Invariant: while a new order, filter or search of the same
 * place loads, or if it was refused, the rows of the old one stay, and `stale` says so.
 */
import { isCancelledError, useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { failureBeside } from '#web/api/api-error.ts';
import { isRecalled } from '#web/api/last-seen.ts';
import type { StoredDocument } from '../stored-document.ts';
import { createRowModel, type RowModel } from './row-model.ts';
import { type PageOptions, pagesBetween, type RowSource, type SectionPage } from './row-source.ts';

/**
 * Fast scrolling passes many pages; only those where it rests are loaded. It rests if nothing moves for a little more than a
 * frame, or, where frames take longer, for one and a half times the time between the last two moves.
 */
const restMs = 20;
const mostRestMs = 100;
/** Rows beyond those on screen, loaded after them: slow scrolling then finds them loaded. */
const aheadRows = 30;
/** Requests at the same time when all pages are wanted. */
const atOnce = 4;
/** Up to this number "select all" selects each row, and changes can be undone; beyond it, a change is one job of the server. */
export const mostLoaded = 1_000;

export interface DocumentRows {
  /** Undefined until the server has sent it. */
  readonly count: number | undefined;
  /** The first `folders` rows are folders; 0 if folders are among the others. */
  readonly folders: number;
  /** The server stopped counting: there are more than `count`. */
  readonly more: boolean;
  readonly rowAt: (index: number) => StoredDocument | undefined;
  /** A loaded row, and its index. */
  readonly find: (id: string) => StoredDocument | undefined;
  readonly indexOf: (id: string) => number | undefined;
  /** The same, leaving out rows that are being asked for again and may stand elsewhere by now. */
  readonly freshIndexOf: (id: string) => number | undefined;
  readonly isFresh: (index: number) => boolean;
  /** Changes whenever a row changes. */
  readonly version: number;
  /** Identifies the set of documents, whatever their order. */
  readonly members: string;
  /** Every row is loaded: a document that is not among them is not in the list. */
  readonly complete: boolean;
  /** The rows that are on screen or near it, page by page. */
  readonly nearby: readonly (readonly StoredDocument[])[];
  readonly onRange: (first: number, last: number) => void;
  readonly failure: Error | null;
  readonly retry: () => void;
  readonly loading: boolean;
  /** The rows on screen are those of an earlier order, filter or search. */
  readonly stale: boolean;
  /** The rows on screen are from an earlier visit, and are being refreshed. */
  readonly refreshing: boolean;
  readonly answeredInMs: number | undefined;
  readonly answeredAt: number;
  /** Loads rows that are not on screen, and a page more on either side; at most `mostLoaded` of them. */
  readonly loadBetween: (first: number, last: number) => Promise<void>;
  /** Loads the rows for "select all", at most `mostLoaded` of them. */
  readonly loadAll: (signal: AbortSignal, onLoaded: (rows: number, all: number) => void) => Promise<void>;
}

const nothing: RowSource = { key: '', place: '', members: '', pageSize: 1, sections: [] };

/** @param source null = requests nothing; the rows on screen stay */
export function useDocumentRows(source: RowSource | null): DocumentRows {
  const client = useQueryClient();
  const model = useMemo(() => createRowModel(client, source ?? nothing), [client, source]);
  const [shown, setShown] = useState(model);
  const [range, setRange] = useState({ first: 0, last: 0 });
  // Before the queries, because it measures the first request.
  useAttached(model);
  useAttached(shown);

  const heads = useQueries({ queries: firstPages(model) });
  const ready = heads.length > 0 && heads.every(({ data }) => data !== undefined);
  const elsewhere = source !== null && shown.source.place !== source.place;
  if (shown !== model && source !== null && (ready || elsewhere)) setShown(model);

  const { pageSize } = shown.source;
  const counts = shown.source.sections.length === 0 ? undefined : shown.counts();
  const count = counts?.reduce((sum, one) => sum + one, 0);
  const pagesOf = (beyond: number) =>
    pagesBetween(range.first - beyond, range.last + beyond, counts ?? [], pageSize);
  const optionsOf = (some: readonly SectionPage[]) => some.flatMap((page) => shown.pageOptions(page));
  const onScreen = pagesOf(0);
  const isHere = optionsOf(onScreen).every(({ queryKey }) => client.getQueryData(queryKey) !== undefined);
  const wanted = isHere ? pagesOf(aheadRows) : onScreen;
  const pages = useQueries({ queries: optionsOf(wanted).map(alone) });
  const version = useSyncExternalStore(shown.subscribe, shown.version);

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const movedAt = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onRange = useCallback((first: number, last: number) => {
    const now = performance.now();
    const pace = 1.5 * (now - movedAt.current);
    movedAt.current = now;
    clearTimeout(timer.current);
    timer.current = setTimeout(setRange, pace > restMs && pace < mostRestMs ? pace : restMs, { first, last });
  }, []);

  // If rows are loaded, a lost connection is not reported here: the band above the page does.
  const failed = [...heads, ...pages].filter((page) => failureBeside(page) !== null);
  return {
    count,
    folders: (shown.source.startsWithFolders ? counts?.[0] : undefined) ?? 0,
    more: shown.more(),
    rowAt: (index) => shown.rowAt(index, counts),
    find: shown.find,
    indexOf: (id) => shown.indexOf(id, counts),
    freshIndexOf: (id) => shown.indexOf(id, counts, true),
    isFresh: (index) => shown.isFresh(index, counts),
    version,
    members: shown.source.members,
    complete: count !== undefined && shown.loaded() >= count,
    nearby: wanted.map(({ section, page }) => {
      const start = sumOf((counts ?? []).slice(0, section)) + page * pageSize;
      const end = Math.min(start + pageSize, sumOf((counts ?? []).slice(0, section + 1)));
      return indexesIn(start, end).flatMap((index) => shown.rowAt(index, counts) ?? []);
    }),
    onRange,
    failure: source === null ? null : (failed[0]?.error ?? null),
    retry: () => {
      for (const { refetch } of failed) void refetch();
    },
    loading: source !== null && heads.some(({ isFetching }) => isFetching),
    stale: source !== null && shown.source.key !== source.key,
    refreshing: heads.some((head) => head.isFetching && isRecalled(head)),
    answeredInMs: shown.answeredInMs(),
    answeredAt: Math.max(0, ...heads.map(({ dataUpdatedAt }) => dataUpdatedAt)),
    loadBetween: async (first, last) => {
      const start = Math.max(0, first - pageSize);
      const end = Math.min(last + pageSize, start + mostLoaded - 1);
      const some = optionsOf(pagesBetween(start, end, counts ?? [], pageSize));
      await Promise.all(some.map((options) => client.fetchQuery(options)));
    },
    loadAll: async (signal, onLoaded) => {
      if (counts === undefined) return;
      const all = Math.min(mostLoaded, sumOf(counts));
      const awaited = pagesBetween(0, all - 1, counts, pageSize)
        .flatMap((page) => shown.pageOptions(page))
        .values();
      const loadInTurn = async () => {
        for (const options of awaited) {
          // A change of a row cancels running requests; start this one again.
          while (!signal.aborted && !(await client.ensureQueryData(options).then(isThere, isNoCancel)));
          if (signal.aborted) return;
          onLoaded(Math.min(shown.loaded(), all), all);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, loadInTurn));
    },
  };
}

function useAttached(model: RowModel): void {
  useEffect(() => model.attach(), [model]);
}

function firstPages(model: RowModel): readonly PageOptions[] {
  return model.source.sections.flatMap((_, section) => model.pageOptions({ section, page: 0 })).map(alone);
}

/** Without the previous page's rows as a placeholder. */
function alone(options: PageOptions): PageOptions {
  return { ...options, placeholderData: undefined };
}

const isThere = () => true;

function isNoCancel(error: unknown): boolean {
  if (isCancelledError(error)) return false;
  throw error;
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

function indexesIn(start: number, end: number): readonly number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, step) => start + step);
}

/**
 * The rows of a list, fetched in pages by offset: only those on screen. Invariant: while a new order or filter is
 * on its way the rows of the old one stay, and a row's index always means the same section and offset.
 */
import { type QueryClient, useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isUnreached } from '#web/api/api-error.ts';
import { nxqlSearch } from '#web/api/search.ts';
import type { DocumentListEntity } from '#wire/document.ts';
import { isStored, type StoredDocument } from '../stored-document.ts';
import { type ListSource, pagesBetween, placeOfRow, type SectionPage } from './list-source.ts';

const pageSize = 100;
/** Scrolling far passes many pages; only where it rests is fetched. */
const restMs = 90;
/** Pages on their way at the same time, when all are wanted. */
const atOnce = 4;
/** Selecting everything loads everything: more than this is a case for a search and an operation over it. */
export const mostLoaded = 20_000;

export interface DocumentRows {
  /** Exact; undefined until the server has told it. */
  readonly count: number | undefined;
  readonly rowAt: (index: number) => StoredDocument | undefined;
  /** The rows that are on screen or near it, page by page. */
  readonly nearby: readonly (readonly StoredDocument[])[];
  readonly onRange: (first: number, last: number) => void;
  readonly failure: Error | null;
  readonly retry: () => void;
  /** Brings every row here, for "select all 214". */
  readonly loadAll: (signal: AbortSignal, onLoaded: (rows: number, all: number) => void) => Promise<void>;
}

function pageQuery(source: ListSource, { section, page }: SectionPage) {
  const { query = '', params } = source.sections[section] ?? {};
  const { sort, view } = source;
  return {
    ...nxqlSearch(query, { params, sort, view, offset: page * pageSize, pageSize }),
    placeholderData: undefined,
  };
}

function firstPages(source: ListSource) {
  return source.sections.map((_, section) => pageQuery(source, { section, page: 0 }));
}

function countsOf(client: QueryClient, source: ListSource): readonly number[] | undefined {
  const heads = firstPages(source).map(({ queryKey }) => client.getQueryData<DocumentListEntity>(queryKey));
  const counts = heads.flatMap((head) =>
    head === undefined ? [] : [Math.max(head.resultsCount ?? 0, head.entries.length)],
  );
  return counts.length === source.sections.length ? counts : undefined;
}

export function useDocumentRows(source: ListSource): DocumentRows {
  const client = useQueryClient();
  const [shown, setShown] = useState(source);
  const [range, setRange] = useState({ first: 0, last: pageSize - 1 });
  const heads = useQueries({ queries: firstPages(source) });
  const ready = heads.every(({ data }) => data !== undefined);
  if (shown !== source && (ready || shown.place !== source.place)) setShown(source);

  const counts = countsOf(client, shown);
  const wanted = counts === undefined ? [] : pagesBetween(range.first, range.last, counts, pageSize);
  const pages = useQueries({ queries: wanted.map((page) => pageQuery(shown, page)) });

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onRange = useCallback((first: number, last: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(setRange, restMs, { first, last });
  }, []);

  // Looked up once per page and render, also where there is nothing yet: a selection asks for thousands of rows.
  const seen = new Map<string, DocumentListEntity | undefined>();
  const pageData = (page: SectionPage): DocumentListEntity | undefined => {
    const name = `${page.section} ${page.page}`;
    if (!seen.has(name))
      seen.set(name, client.getQueryData<DocumentListEntity>(pageQuery(shown, page).queryKey));
    return seen.get(name);
  };

  // Rows that are here are shown without a word of the connection: the band above the page has it.
  const failed = [...heads, ...pages].filter(
    ({ error, data }) => error !== null && !(data !== undefined && isUnreached(error)),
  );
  return {
    count: counts && sumOf(counts),
    rowAt: (index) => {
      const place = counts === undefined ? undefined : placeOfRow(index, counts);
      if (place === undefined) return undefined;
      const data = pageData({ section: place.section, page: Math.floor(place.row / pageSize) });
      const row = data?.entries[place.row % pageSize];
      return row !== undefined && isStored(row) ? row : undefined;
    },
    nearby: pages.flatMap(({ data }) => (data === undefined ? [] : [data.entries.filter(isStored)])),
    onRange,
    failure: failed[0]?.error ?? null,
    retry: () => {
      for (const { refetch } of failed) void refetch();
    },
    loadAll: async (signal, onLoaded) => {
      if (counts === undefined) return;
      const awaited = pagesBetween(0, mostLoaded - 1, counts, pageSize).values();
      const wantedRows = Math.min(mostLoaded, sumOf(counts));
      let loaded = 0;
      const loadInTurn = async () => {
        for (const page of awaited) {
          if (signal.aborted) return;
          await client.ensureQueryData(pageQuery(shown, page));
          loaded += pageSize;
          onLoaded(Math.min(loaded, wantedRows), wantedRows);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, loadInTurn));
      seen.clear();
    },
  };
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

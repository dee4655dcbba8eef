/**
 * The rows of a search, fetched page by page as they come into view. Invariant: while a new search is on its way, or
 * has been refused, the rows of the last good one stay and `stale` says so.
 */
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { nxqlSearch } from '#web/api/search.ts';
import type { DocumentEntity, DocumentListEntity } from '#wire/document.ts';
import { type ResultSource, timed } from './result-source.ts';

const pageSize = 50;
/** Scrolling far passes many pages; only where it rests is fetched. */
const restMs = 90;

export interface StoredDocument extends DocumentEntity {
  readonly uid: string;
  readonly path: string;
}

function isStored(document: DocumentEntity): document is StoredDocument {
  return document.uid !== null && document.path !== null;
}

export interface Results {
  /** Undefined until the first answer. */
  readonly count: number | undefined;
  /** The server stopped counting: there are more than `count`. */
  readonly more: boolean;
  readonly ms: number | undefined;
  readonly at: number;
  readonly rowAt: (index: number) => StoredDocument | undefined;
  /** The rows of the pages in sight. */
  readonly nearby: readonly StoredDocument[];
  readonly onRange: (first: number, last: number) => void;
  readonly failure: Error | null;
  /** What is shown is the answer to an earlier search. */
  readonly stale: boolean;
  readonly loading: boolean;
  readonly retry: () => void;
}

export function useResults(source: ResultSource | null): Results {
  const client = useQueryClient();
  const [shown, setShown] = useState(source);
  const [range, setRange] = useState({ first: 0, last: pageSize - 1 });
  const asked = source ?? shown;
  const head = useQuery({ ...timed(pageOf(asked ?? unasked, 0)), enabled: asked !== null });
  if (source !== null && source.key !== shown?.key && head.data !== undefined) {
    setShown(source);
    setRange({ first: 0, last: pageSize - 1 });
  }

  const first = shown === null ? undefined : client.getQueryData(timed(pageOf(shown, 0)).queryKey);
  const total = first?.page.resultsCount ?? 0;
  const loaded = first?.page.entries.length ?? 0;
  const more = total < 0;
  const count = first === undefined ? undefined : Math.max(more ? countedTo(first.page) : total, loaded);

  const wanted = pagesBetween(range.first, Math.min(range.last, (count ?? 0) - 1));
  const pages = useQueries({
    queries:
      shown === null ? [] : wanted.map((page) => ({ ...pageOf(shown, page), placeholderData: undefined })),
  });

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onRange = useCallback((from: number, to: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(setRange, restMs, { first: from, last: to });
  }, []);

  // Reading `data` here is what has the list drawn again when a page arrives.
  const arrived = new Map(wanted.map((page, at) => [page, pages[at]?.data]));
  const failed = pages.find(({ error }) => error !== null);
  return {
    count,
    more,
    ms: first?.ms,
    at: head.dataUpdatedAt,
    rowAt: (index) => {
      if (shown === null) return undefined;
      const page = Math.floor(index / pageSize);
      const known =
        page === 0
          ? first?.page
          : (arrived.get(page) ?? client.getQueryData<DocumentListEntity>(pageOf(shown, page).queryKey));
      const row = known?.entries[index % pageSize];
      return row !== undefined && isStored(row) ? row : undefined;
    },
    nearby: [...arrived.values()].flatMap((page) => page?.entries.filter(isStored) ?? []),
    onRange,
    failure: source === null ? null : (head.error ?? failed?.error ?? null),
    stale: source !== null && shown !== null && shown.key !== source.key,
    loading: source !== null && head.isFetching,
    retry: () => void (head.error !== null ? head.refetch() : failed?.refetch()),
  };
}

/** Stands where nothing is asked yet; its pages are never fetched. */
const unasked: ResultSource = { key: '', page: (request) => nxqlSearch('', request) };

function pageOf(source: ResultSource, page: number) {
  return source.page({ offset: page * pageSize, pageSize });
}

function countedTo({ resultsCountLimit = 0 }: DocumentListEntity): number {
  return resultsCountLimit;
}

function pagesBetween(first: number, last: number): readonly number[] {
  const from = Math.floor(first / pageSize);
  return Array.from(
    { length: Math.max(0, Math.floor(last / pageSize) - from + 1) },
    (_, step) => from + step,
  );
}

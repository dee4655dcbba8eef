/**
 * The rows of one list in the query cache: by index and by id, over any number of pages. It follows the cache, so it sees
 * changed, refetched and dropped pages, on screen or not. Invariant: its results depend only on the pages it requested, and a
 * page is indexed when it arrives, never during a lookup.
 */
import { hashKey, type QueryClient } from '@tanstack/react-query';
import type { DocumentListEntity } from '#wire/document.ts';
import { isStored, type StoredDocument } from '../stored-document.ts';
import { type PageOptions, positionOfRow, type RowSource, type SectionPage } from './row-source.ts';

interface Page {
  readonly section: number;
  /** The position of the page's first row in its section. */
  readonly offset: number;
  readonly options: PageOptions;
  /** Of its key in the cache. */
  readonly hash: string;
  answer: DocumentListEntity | undefined;
}

interface Found {
  readonly page: Page;
  readonly row: number;
  readonly document: StoredDocument;
}

export type RowModel = ReturnType<typeof createRowModel>;

export function createRowModel(client: QueryClient, source: RowSource) {
  const pages = new Map<string, Page>();
  const pagesByHash = new Map<string, Page>();
  const found = new Map<string, Found>();
  const listeners = new Set<() => void>();
  let version = 0;
  let attached = 0;
  let detach = () => {};
  let requestedAt: number | undefined;
  let answeredInMs: number | undefined;

  const take = (page: Page, answer: DocumentListEntity | undefined): boolean => {
    if (page.answer === answer) return false;
    for (const { uid } of page.answer?.entries ?? [])
      if (uid !== null && found.get(uid)?.page === page) found.delete(uid);
    page.answer = answer;
    for (const [row, document] of (answer?.entries ?? []).entries())
      if (isStored(document)) found.set(document.uid, { page, row, document });
    version += 1;
    return true;
  };

  const pageAt = ({ section, page: number }: SectionPage): Page | undefined => {
    const name = `${section} ${number}`;
    const known = pages.get(name);
    const pageOptions = source.sections[section];
    if (known !== undefined || pageOptions === undefined) return known;
    const offset = number * source.pageSize;
    const options = pageOptions({ offset, pageSize: source.pageSize });
    const hash = hashKey(options.queryKey);
    const page: Page = { section, offset, options, hash, answer: undefined };
    pages.set(name, page);
    pagesByHash.set(hash, page);
    take(page, client.getQueryData(options.queryKey));
    return page;
  };

  const heads = () => source.sections.map((_, section) => pageAt({ section, page: 0 })?.answer);

  /** The length of each section; undefined until all of them have answered. */
  const counts = (): readonly number[] | undefined => {
    const known = heads().flatMap((head) => (head === undefined ? [] : [countIn(head)]));
    return known.length === source.sections.length ? known : undefined;
  };

  const follow = () =>
    client.getQueryCache().subscribe((event) => {
      const page = pagesByHash.get(event.query.queryHash);
      if (page === undefined) return;
      if (event.type === 'updated' && event.action.type === 'fetch') requestedAt ??= performance.now();
      const isChange =
        event.type === 'removed' ||
        (event.type === 'updated' && (event.action.type === 'success' || event.action.type === 'setState'));
      if (!isChange || !take(page, client.getQueryData(page.options.queryKey))) return;
      if (requestedAt !== undefined) answeredInMs ??= performance.now() - requestedAt;
      for (const listener of listeners) listener();
    });

  /** False while the server is asked for the page again. */
  const isFresh = (page: Page | undefined): boolean =>
    page?.answer !== undefined && client.getQueryCache().get(page.hash)?.state.isInvalidated === false;

  const pageOf = (index: number, lengths = counts()) => {
    const at = lengths === undefined ? undefined : positionOfRow(index, lengths);
    if (at === undefined) return undefined;
    const page = pages.get(`${at.section} ${Math.floor(at.row / source.pageSize)}`);
    return { page, row: at.row % source.pageSize };
  };

  return {
    source,
    /** Follows the cache until the returned function is called. */
    attach: (): (() => void) => {
      attached += 1;
      if (attached === 1) {
        for (const page of pages.values()) take(page, client.getQueryData(page.options.queryKey));
        detach = follow();
      }
      return () => {
        attached -= 1;
        if (attached === 0) detach();
      };
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Changes whenever a row changes. */
    version: () => version,
    pageOptions: (page: SectionPage): readonly PageOptions[] => {
      const known = pageAt(page);
      return known === undefined ? [] : [known.options];
    },
    counts,
    /** True if the server stopped counting: there are more rows than it says. */
    more: () => heads().some((head) => (head?.resultsCount ?? 0) < 0),
    /** Time from the first request to its answer; undefined if the cache had it. */
    answeredInMs: () => answeredInMs,
    rowAt: (index: number, lengths = counts()): StoredDocument | undefined => {
      const at = pageOf(index, lengths);
      const row = at?.page?.answer?.entries[at.row];
      return row !== undefined && isStored(row) ? row : undefined;
    },
    /** Whether a row and the number of rows are the server's last answers, and are not being asked for again. */
    isFresh: (index: number, lengths = counts()): boolean =>
      isFresh(pageOf(index, lengths)?.page) &&
      source.sections.every((_, section) => isFresh(pageAt({ section, page: 0 }))),
    find: (id: string): StoredDocument | undefined => found.get(id)?.document,
    /** @param fresh leaves out rows that may stand elsewhere by now */
    indexOf: (id: string, lengths = counts(), fresh = false): number | undefined => {
      const known = found.get(id);
      if (known === undefined || lengths === undefined || (fresh && !isFresh(known.page))) return undefined;
      const before = lengths.slice(0, known.page.section).reduce((sum, count) => sum + count, 0);
      return before + known.page.offset + known.row;
    },
    /** The number of loaded rows. */
    loaded: () => found.size,
  };
}

function countIn({ resultsCount = 0, resultsCountLimit = 0, entries }: DocumentListEntity): number {
  return Math.max(resultsCount < 0 ? resultsCountLimit : resultsCount, entries.length);
}

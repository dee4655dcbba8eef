/**
 * Showing a change before the server has confirmed it, in every cached answer that holds the document, and taking
 * it back when the server refuses.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { DocumentEntity } from '#wire/document.ts';
import { isDocument, isDocumentList } from './guards.ts';
import { documentFamilies } from './keys.ts';
import { noteOwnChange } from './own-changes.ts';

export type Rollback = () => void;

/** Applies `change` to the documents with these uids wherever they are shown. */
export async function patchDocuments(
  queries: QueryClient,
  uids: string | readonly string[],
  change: (document: DocumentEntity) => DocumentEntity,
): Promise<Rollback> {
  const meant = new Set(typeof uids === 'string' ? [uids] : uids);
  const before: (readonly [queryKey: readonly unknown[], data: unknown])[] = [];
  for (const queryKey of documentFamilies) {
    for (const [key, data] of queries.getQueriesData<unknown>({ queryKey })) {
      const patched = patch(data, meant, change);
      if (patched === data) continue;
      // An answer on its way would overwrite the change with what was.
      await queries.cancelQueries({ queryKey: key, exact: true });
      before.push([key, data]);
      queries.setQueryData<unknown>(key, patched);
    }
  }
  return () => {
    for (const [key, data] of before) queries.setQueryData<unknown>(key, data);
  };
}

/** The document as some page shows it. */
export function shownDocument(queries: QueryClient, uid: string): DocumentEntity | undefined {
  for (const queryKey of documentFamilies)
    for (const [, data] of queries.getQueriesData<unknown>({ queryKey })) {
      const entries = isDocument(data) ? [data] : isDocumentList(data) ? data.entries : [];
      const found = entries.find((entry) => entry.uid === uid);
      if (found !== undefined) return found;
    }
  return undefined;
}

/** Has every list and document on screen ask again. */
export async function refreshDocuments(queries: QueryClient): Promise<void> {
  await Promise.all(documentFamilies.map((queryKey) => queries.invalidateQueries({ queryKey })));
}

export interface Touched {
  readonly uids: readonly string[];
  /** The folders whose lists, trees and counts changed. */
  readonly folders: readonly string[];
}

/** Has what shows these documents or folders ask again; all the rest when it is looked at next. */
export async function refreshTouched(queries: QueryClient, { uids, folders }: Touched): Promise<void> {
  noteOwnChange([...uids, ...folders]);
  const folderIds = new Set(folders);
  const meant = new Set([...uids, ...folders]);
  for (const queryKey of documentFamilies) void queries.invalidateQueries({ queryKey, refetchType: 'none' });
  await queries.invalidateQueries({
    predicate: ({ queryKey: [family, kind, place], state: { data } }) => {
      if (family === 'documents' && kind !== 'by-path') return meant.has(String(kind));
      if (family === 'documents' || family === 'search')
        return folderIds.has(String(place)) || holds(data, meant) || isAmong(place, folderIds);
      return false;
    },
  });
}

function holds(data: unknown, meant: ReadonlySet<string>): boolean {
  const entries = isDocument(data) ? [data] : isDocumentList(data) ? data.entries : [];
  return entries.some(({ uid }) => uid !== null && meant.has(uid));
}

function isAmong(uids: unknown, meant: ReadonlySet<string>): boolean {
  return Array.isArray(uids) && uids.some((uid) => meant.has(String(uid)));
}

function patch(
  data: unknown,
  meant: ReadonlySet<string>,
  change: (document: DocumentEntity) => DocumentEntity,
): unknown {
  const isMeant = (document: DocumentEntity): boolean => document.uid !== null && meant.has(document.uid);
  if (isDocument(data)) return isMeant(data) ? change(data) : data;
  if (!isDocumentList(data) || !data.entries.some(isMeant)) return data;
  return { ...data, entries: data.entries.map((entry) => (isMeant(entry) ? change(entry) : entry)) };
}

/**
 * Shows a change before the server has confirmed it, in every cached answer that has the document, and rolls it back if the
 * server refuses.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { DocumentEntity } from '#wire/document.ts';
import { isDocument, isDocumentList } from './guards.ts';
import { documentFamilies } from './keys.ts';
import { noteOwnChange } from './own-changes.ts';

export type Rollback = () => void;

/** Applies `change` to the documents with these uids in every cached answer. */
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
      // An answer that is still loading would overwrite the change with the earlier state.
      await queries.cancelQueries({ queryKey: key, exact: true });
      before.push([key, data]);
      queries.setQueryData<unknown>(key, patched);
    }
  }
  return () => {
    for (const [key, data] of before) queries.setQueryData<unknown>(key, data);
  };
}

/** The document as it is in some cached answer. */
export function shownDocument(queries: QueryClient, uid: string): DocumentEntity | undefined {
  for (const queryKey of documentFamilies)
    for (const [, data] of queries.getQueriesData<unknown>({ queryKey })) {
      const entries = isDocument(data) ? [data] : isDocumentList(data) ? data.entries : [];
      const found = entries.find((entry) => entry.uid === uid);
      if (found !== undefined) return found;
    }
  return undefined;
}

/** Refreshes every list and document on screen. */
export async function refreshDocuments(queries: QueryClient): Promise<void> {
  await Promise.all(documentFamilies.map((queryKey) => queries.invalidateQueries({ queryKey })));
}

export interface ChangedDocuments {
  readonly uids: readonly string[];
  /** The folders whose lists, trees and counts changed. */
  readonly folders: readonly string[];
}

/** Refreshes everything on screen about these documents or folders; the rest when it is next shown. */
export async function refreshChanged(
  queries: QueryClient,
  { uids, folders }: ChangedDocuments,
): Promise<void> {
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

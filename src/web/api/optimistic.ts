/**
 * Showing a change before the server has confirmed it, in every cached answer that holds the document, and taking
 * it back when the server refuses.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { DocumentEntity } from '#wire/document.ts';
import { isDocument, isDocumentList } from './entities.ts';

export type Rollback = () => void;

const places = [['documents'], ['search']] as const;

/** Applies `change` to the documents with these uids wherever they are shown. */
export async function patchDocuments(
  queries: QueryClient,
  uids: string | readonly string[],
  change: (document: DocumentEntity) => DocumentEntity,
): Promise<Rollback> {
  const meant = new Set(typeof uids === 'string' ? [uids] : uids);
  const before: (readonly [queryKey: readonly unknown[], data: unknown])[] = [];
  for (const queryKey of places) {
    // An answer on its way would overwrite the change with what was.
    await queries.cancelQueries({ queryKey });
    for (const [key, data] of queries.getQueriesData<unknown>({ queryKey })) {
      const patched = patch(data, meant, change);
      if (patched === data) continue;
      before.push([key, data]);
      queries.setQueryData<unknown>(key, patched);
    }
  }
  return () => {
    for (const [key, data] of before) queries.setQueryData<unknown>(key, data);
  };
}

/** Has every list and document on screen ask again. */
export async function refreshDocuments(queries: QueryClient): Promise<void> {
  await Promise.all(places.map((queryKey) => queries.invalidateQueries({ queryKey })));
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

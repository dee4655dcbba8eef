/**
 * What the rows of a list show beside their own facts: comments of documents, contents of folders. One request of each
 * kind per page of the list, after the page itself, read by the rows that show it.
 */
import { useQueries } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { childrenCounts } from '#web/api/children-counts.ts';
import { commentCounts } from '#web/api/comment-counts.ts';
import { isFolderish } from '#web/api/document-context.ts';
import type { StoredDocument } from './stored-document.ts';

type Counts = ReadonlyMap<string, number>;

export const RowCounts = createContext<Counts>(new Map());

/** Of comments for a document, of documents for a folder; undefined until, or unless, the server tells. */
export function useRowCount(uid: string): number | undefined {
  return useContext(RowCounts).get(uid);
}

function joined(results: readonly { readonly data: Counts | undefined }[]): Counts {
  return new Map(results.flatMap(({ data }) => [...(data ?? [])]));
}

type Page = readonly StoredDocument[];

const uidsOf = (page: Page, folders: boolean) =>
  page.filter((document) => isFolderish(document) === folders).map(({ uid }) => uid);

export function useRowCounts(pages: readonly Page[]): Counts {
  return useQueries({
    queries: pages.flatMap((page) => [
      commentCounts(uidsOf(page, false)),
      childrenCounts(uidsOf(page, true)),
    ]),
    combine: joined,
  });
}

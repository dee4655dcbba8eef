/** How many comments the documents of a list have: one request per page of the list, read by the rows that show it. */
import { useQueries } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { commentCounts } from '#web/api/comment-counts.ts';
import { isFolderish } from '#web/api/document-context.ts';
import type { StoredDocument } from './place.ts';

type Counts = ReadonlyMap<string, number>;

export const CommentCounts = createContext<Counts>(new Map());

export function useCommentCount(uid: string): number {
  return useContext(CommentCounts).get(uid) ?? 0;
}

function joined(results: readonly { readonly data: Counts | undefined }[]): Counts {
  return new Map(results.flatMap(({ data }) => [...(data ?? [])]));
}

export function useCommentCounts(pages: readonly (readonly StoredDocument[])[]): Counts {
  return useQueries({
    queries: pages.map((page) =>
      commentCounts(page.filter((document) => !isFolderish(document)).map(({ uid }) => uid)),
    ),
    combine: joined,
  });
}

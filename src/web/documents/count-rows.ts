/**
 * Requests the numbers that rows show (comments, children): one request of each kind for a page of the list. Also does what a
 * list does only after its rows are drawn. Draws nothing.
 */
import { useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import { childrenCounts } from '#web/api/children-counts.ts';
import { commentCounts } from '#web/api/comment-counts.ts';
import { isFolderish } from '#web/api/document-context.ts';
import { useDropHints } from './drag/draw-drop-hint.ts';
import { useDragOut } from './drag/use-drag-out.ts';
import type { Counts } from './row-counts.ts';
import type { StoredDocument } from './stored-document.ts';

function joined(results: readonly { readonly data: Counts | undefined }[]): Counts {
  return new Map(results.flatMap(({ data }) => [...(data ?? [])]));
}

type Page = readonly StoredDocument[];

const uidsOf = (page: Page, folders: boolean) =>
  page.filter((document) => isFolderish(document) === folders).map(({ uid }) => uid);

export interface CountRowsProps {
  readonly pages: readonly Page[];
  readonly onCounts: (counts: Counts) => void;
}

export function CountRows({ pages, onCounts }: CountRowsProps): null {
  useDragOut();
  useDropHints();
  const counts = useQueries({
    queries: pages.flatMap((page) => [
      commentCounts(uidsOf(page, false)),
      childrenCounts(uidsOf(page, true)),
    ]),
    combine: joined,
  });
  useEffect(() => onCounts(counts), [counts, onCounts]);
  return null;
}

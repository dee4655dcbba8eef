/**
 * Requests a folder and its first rows before its page does, when an address names it or the user is about to open it. Invariant:
 * it uses the very queries of the page, so that the page finds their answers, or waits for the same ones.
 */
import type { QueryClient } from '@tanstack/react-query';
import { documentByPath } from '#web/api/documents.ts';
import type { SortOrders } from '#web/ui/data-columns.ts';
import type { PageOptions } from '../rows/row-source.ts';
import { placeView, type StoredDocument } from '../stored-document.ts';
import { readListAddress } from './list-address.ts';
import { initialView } from './list-columns.ts';
import { choiceFor, type ListPlace } from './list-preferences.ts';
import { defaultSortOf, folderSource, type ListShape, rowsOf, shapeOf } from './list-source.ts';

/** Older answers are shown, and requested again. */
const freshMs = 5_000;

/** The shape in which the folder's page will request its rows; undefined if only the server knows it. */
export function shapeAt(
  search: URLSearchParams,
  place: ListPlace,
  defaultSort: SortOrders,
): ListShape | undefined {
  const view = initialView(place);
  return view && shapeOf(readListAddress(search, choiceFor(place).sort ?? defaultSort), view);
}

export function shapeOfFolder(search: URLSearchParams, folder: StoredDocument): ListShape | undefined {
  return shapeAt(search, { id: folder.uid, kind: folder.type }, defaultSortOf(folder));
}

/** The first page of each section of a folder's list. */
export function firstPages(id: string, shape: ListShape): readonly PageOptions[] {
  const { sections, pageSize } = rowsOf(folderSource(id, shape));
  return sections.map((section) => section({ offset: 0, pageSize }));
}

export function prefetchFolder(client: QueryClient, folder: StoredDocument): void {
  const shape = shapeOfFolder(new URLSearchParams(), folder);
  void client.prefetchQuery({ ...documentByPath(folder.path, placeView), staleTime: freshMs });
  for (const page of shape === undefined ? [] : firstPages(folder.uid, shape))
    void client.prefetchQuery({ ...page, staleTime: freshMs });
}

/**
 * Asks for a folder and its first rows before its page does: an address names it, or somebody is about to open it.
 * Invariant: by the very queries that the page will use, so that it finds their answers, or waits for the same ones.
 */
import type { QueryClient } from '@tanstack/react-query';
import { documentByPath } from '#web/api/documents.ts';
import type { SortOrders } from '#web/ui/data-columns.ts';
import type { PageOptions } from '../rows/row-source.ts';
import { placeView, type StoredDocument } from '../stored-document.ts';
import { readListAddress } from './list-address.ts';
import { restingView } from './list-columns.ts';
import { choiceFor, type ListPlace } from './list-preferences.ts';
import { folderSource, type ListShape, orderAtFirst, rowsOf, shapeOf } from './list-source.ts';

/** What was answered longer ago is shown, and asked for again. */
const freshMs = 5_000;

/** How the page of such a folder will ask for its rows; undefined where only the server can say. */
export function shapeAt(
  search: URLSearchParams,
  place: ListPlace,
  atFirst: SortOrders,
): ListShape | undefined {
  const view = restingView(place);
  return view && shapeOf(readListAddress(search, choiceFor(place).sort ?? atFirst), view);
}

export function shapeOfFolder(search: URLSearchParams, folder: StoredDocument): ListShape | undefined {
  return shapeAt(search, { id: folder.uid, kind: folder.type }, orderAtFirst(folder));
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

/**
 * The titles of the folders above the results: one request for all visible rows. A folder that may not be read is named as
 * in its path.
 */
import { useQuery } from '@tanstack/react-query';
import { createContext, useMemo } from 'react';
import { quoteString } from '#nxql/index.ts';
import { nxqlSearch } from '#web/api/search.ts';
import { foldersAbove } from './highlight.ts';

export type TitlesByPath = ReadonlyMap<string, string>;

export const PlaceNames = createContext<TitlesByPath>(new Map());

/** The most folders in one request: they are part of its address. */
const mostFolders = 60;

export function usePlaceNames(paths: readonly string[]): TitlesByPath {
  const folders = [...new Set(paths.flatMap(foldersAbove))].sort().slice(0, mostFolders);
  const anyOf = folders.map((path) => `ecm:path = ${quoteString(path)}`).join(' OR ');
  const query = `SELECT * FROM Document WHERE (${anyOf}) AND ecm:isVersion = 0`;
  const { data } = useQuery({
    ...nxqlSearch(query, { pageSize: mostFolders, view: {} }),
    enabled: folders.length > 0,
    staleTime: 60_000,
  });
  return useMemo(
    () =>
      new Map(
        data?.entries.flatMap(({ path, title }) => (path === null || title === '' ? [] : [[path, title]])),
      ),
    [data],
  );
}

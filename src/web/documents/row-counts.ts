/** Numbers that the rows of a list show: comments of documents, children of folders. Requested after the rows (count-rows.ts). */
import { createContext, useContext } from 'react';

export type Counts = ReadonlyMap<string, number>;

export const noCounts: Counts = new Map();

export const RowCounts = createContext<Counts>(noCounts);

/** The number of comments on a document, or of documents in a folder; undefined until known. */
export function useRowCount(uid: string): number | undefined {
  return useContext(RowCounts).get(uid);
}

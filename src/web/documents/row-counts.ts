/**
 * What the rows of a list show beside their own facts: comments of documents, contents of folders. Asked for after the
 * rows (count-rows.ts), and read by those that show it.
 */
import { createContext, useContext } from 'react';

export type Counts = ReadonlyMap<string, number>;

export const noCounts: Counts = new Map();

export const RowCounts = createContext<Counts>(noCounts);

/** The number of comments of a document, or of documents in a folder; undefined as long as it is not known. */
export function useRowCount(uid: string): number | undefined {
  return useContext(RowCounts).get(uid);
}

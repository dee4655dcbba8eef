// Opens a workbook by its content, whatever its name is.
import type { ReadRange } from '../parts/range-reader.ts';
import { openZipParts } from '../parts/zip-parts.ts';
import { odsContent, readOds } from './read-ods.ts';
import { readXlsx } from './read-xlsx.ts';
import type { Workbook } from './workbook.ts';

/** @throws if it is not one, or encrypted */
export async function openWorkbook(size: number, read: ReadRange): Promise<Workbook> {
  const parts = await openZipParts(size, read);
  const workbook = parts.has(odsContent) ? await readOds(parts) : await readXlsx(parts);
  if (workbook.sheets.length === 0) throw new Error('No sheet was found in this file');
  return workbook;
}

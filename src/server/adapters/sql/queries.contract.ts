import type { StoreCase } from './sample-documents.ts';
export const queryCases: readonly StoreCase[] = [];

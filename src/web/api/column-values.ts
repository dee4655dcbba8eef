/** The values that the documents of a list have in a column, for its filter. */
import { queryOptions } from '@tanstack/react-query';
import { isJsonObject, isString } from '#wire/json.ts';
import { listKeys } from './keys.ts';
import { byNames } from './name-order.ts';
import { runForJson } from './operation-call.ts';

/** The largest number of values to offer; a longer list is no help. */
const mostValues = 200;

export interface ListQuery {
  readonly query: string;
  readonly params: readonly string[];
}

/** Sorted for the language; the empty text stands for documents without a value. */
export function columnValues(column: string, { query, params }: ListQuery, place: string) {
  return queryOptions({
    queryKey: [...listKeys.of(place), 'values', column, query, params],
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      const found = await runForJson(
        {
          id: 'Repository.ResultSetQuery',
          params: {
            query: query.replace('SELECT * FROM', `SELECT DISTINCT ${column} FROM`),
            ...(params.length === 0 ? {} : { queryParams: [...params] }),
            pageSize: mostValues,
          },
        },
        { signal },
      );
      const records = isJsonObject(found) && Array.isArray(found.entries) ? found.entries : [];
      const values = records.flatMap((record) => {
        const value = isJsonObject(record) ? record[column] : undefined;
        return isString(value) ? [value] : value === null || value === undefined ? [''] : [String(value)];
      });
      return [...new Set(values)].toSorted(byNames);
    },
  });
}

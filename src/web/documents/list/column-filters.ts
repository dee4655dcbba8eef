/**
 * Filters of a list by its columns: chosen values for most columns, a period for dates, a range for sizes. Pure. Invariant:
 * values from outside enter a query only as its parameters; unknown keys filter nothing.
 */

/** Chosen keys by column; the empty key stands for documents without a value. */
export type ColumnFilters = Readonly<Record<string, readonly string[]>>;

export type FilterKind = 'values' | 'period' | 'size';

/** Days back from today. */
const periods: Readonly<Record<string, number>> = { today: 0, week: 7, month: 30, year: 365 };
export const periodKeys = [...Object.keys(periods), 'older'];

const kB = 1_000;
const sizes: Readonly<Record<string, readonly [from: number, to: number | null]>> = {
  tiny: [0, 100 * kB],
  small: [100 * kB, kB * kB],
  medium: [kB * kB, 10 * kB * kB],
  big: [10 * kB * kB, 100 * kB * kB],
  huge: [100 * kB * kB, null],
};
export const sizeKeys = Object.keys(sizes);

/** Undefined for columns whose values are nearly all different. */
export function filterKindOf(column: string): FilterKind | undefined {
  if (/^dc:(modified|created|issued|valid|expired)$/.test(column)) return 'period';
  if (column === 'file:content/length') return 'size';
  return /^(dc:title|dc:description|uid:\w+|ecm:pos)$|--/.test(column) ? undefined : 'values';
}

export interface Condition {
  readonly text: string;
  readonly params: readonly string[];
}

/** The conditions on rows, in addition to the list's own. */
export function conditionsOf(filters: ColumnFilters, today = new Date()): readonly Condition[] {
  return Object.entries(filters).flatMap(([column, keys]) => conditionOf(column, keys, today));
}

function conditionOf(column: string, keys: readonly string[], today: Date): readonly Condition[] {
  const anyOf = (texts: readonly string[], params: readonly string[] = []) =>
    texts.length === 0 ? [] : [{ text: `(${texts.join(' OR ')})`, params }];
  switch (filterKindOf(column)) {
    case 'period':
      return anyOf(keys.flatMap((key) => periodOf(column, key, today)));
    case 'size':
      return anyOf(
        keys.flatMap((key) => {
          const [from, to] = sizes[key] ?? [];
          if (from === undefined) return [];
          const least = `${column} >= ${from}`;
          return [to === null ? least : `(${least} AND ${column} < ${to})`];
        }),
      );
    case 'values': {
      const values = keys.filter((key) => key !== '');
      if (column === 'ecm:currentLifeCycleState') return statesOf(values, values.length < keys.length);
      return anyOf(
        [
          ...(values.length === 0 ? [] : [`${column} IN (${values.map(() => '?').join(', ')})`]),
          ...(values.length < keys.length ? [`${column} IS NULL`] : []),
        ],
        values,
      );
    }
    default:
      return [];
  }
}

function periodOf(column: string, key: string, today: Date): readonly string[] {
  const days = periods[key === 'older' ? 'year' : key];
  if (days === undefined) return [];
  const begin = new Date(today.getFullYear(), today.getMonth(), today.getDate() - days);
  return [`${column} ${key === 'older' ? '<' : '>='} TIMESTAMP '${begin.toISOString()}'`];
}

/** Folders have a state, but lists do not show it: treat them as having none. */
function statesOf(states: readonly string[], none: boolean): readonly Condition[] {
  const texts = [
    ...(states.length === 0
      ? []
      : [
          `(ecm:currentLifeCycleState IN (${states.map(() => '?').join(', ')}) AND ecm:mixinType != 'Folderish')`,
        ]),
    ...(none ? ["ecm:currentLifeCycleState IS NULL OR ecm:mixinType = 'Folderish'"] : []),
  ];
  return texts.length === 0 ? [] : [{ text: `(${texts.join(' OR ')})`, params: states }];
}

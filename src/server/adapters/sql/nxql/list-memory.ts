/**
 * Remembers positions of rows in the sorted lists of large folders, and their totals, from pages that were read: a late page
 * is then read from the nearest known row, not from the first one.
 * Invariant: such a page comes from one statement, which applies the present rights and returns nothing when the folder has
 * changed; then the page is read normally.
 */
import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { QueryRequest, QueryResult } from '#server/core/kernel/document-store.ts';
import type { StoreContext } from '../context.ts';
import { everything, isUnchanged, type ListVersion, listVersion } from '../stores/list-changes.ts';
import { countWanted, type FoundPage, findPage, type Order, run, type Selection } from './search-page.ts';

/** Pages before this offset are always read from the first row. */
const FAR = 100;
/** Counting fewer rows takes hardly longer than checking a remembered count. */
const MANY = 1_000;
const MOST_LISTS = 200;
const MOST_POSITIONS = 400;

/** Columns with an index for each folder's list. */
export type SortedColumn = 'title_key' | 'modified' | 'position';

export interface SortedList {
  /** The folder that is listed. */
  readonly folder: string;
  readonly column: SortedColumn;
  readonly isDescending: boolean;
}

export interface ListRow {
  readonly id: string;
  /** The row's value in the sorted column. */
  readonly value: string | number | null;
}

interface Known {
  /** Undefined: only known to be long. */
  readonly version: ListVersion | undefined;
  total: number | undefined;
  readonly rows: Map<number, ListRow>;
}

export class ListMemory {
  readonly #lists = new Map<string, Known>();
  readonly #counts = new Map<string, { readonly version: ListVersion; readonly count: number }>();

  get(key: string): Known | undefined {
    const known = this.#lists.get(key);
    if (known !== undefined) this.#put(key, known);
    return known;
  }

  /** Notes that the list is long: from the next request on, its version is worth reading. */
  mark(key: string): void {
    this.#put(key, { version: undefined, total: undefined, rows: new Map() });
  }

  remember(key: string, version: ListVersion, offset: number, { items, total }: QueryResult<ListRow>): void {
    const before = this.#lists.get(key);
    const known =
      before !== undefined && areEqual(before.version, version)
        ? before
        : { version, total: undefined, rows: new Map<number, ListRow>() };
    if (total >= 0) known.total = total;
    for (const index of new Set([0, items.length - 1])) {
      const row = items[index];
      if (row === undefined || row.value === null) continue;
      const [oldest] = known.rows.keys();
      if (known.rows.size >= MOST_POSITIONS && oldest !== undefined) known.rows.delete(oldest);
      known.rows.set(offset + index, row);
    }
    this.#put(key, known);
  }

  countAt(key: string, version: ListVersion): number | undefined {
    const known = this.#counts.get(key);
    return areEqual(known?.version, version) ? known?.count : undefined;
  }

  rememberCount(key: string, version: ListVersion, count: number): void {
    putLast(this.#counts, key, { version, count });
  }

  #put(key: string, known: Known): void {
    putLast(this.#lists, key, known);
  }
}

function putLast<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MOST_LISTS && oldest !== undefined) map.delete(oldest);
}

function areEqual(one: ListVersion | undefined, other: ListVersion | undefined): boolean {
  return one !== undefined && one.own === other?.own && one.all === other.all;
}

/** A page of a folder's list, with the result of `findPage`. */
export async function pageOfList(
  context: StoreContext,
  request: QueryRequest,
  selection: Selection<ListRow>,
  order: Required<Order>,
  list: SortedList,
): Promise<FoundPage<ListRow>> {
  const { lists: memory } = context;
  const { query, limit, offset } = request;
  const plain = () => findPage(context, request, selection, order);
  // Recognizing a statement takes longer than most first pages, which need no full count.
  const isCheap = offset < FAR && request.countUpTo >= 0;
  if (memory === undefined || isCheap || limit === 0) return plain();
  if (query.limit !== undefined || query.offset !== undefined) return plain();
  const key = keyOf(context, sql`${selection.page} ${order.forwards}`);
  const known = memory.get(key);
  const { version, total } = known ?? {};
  if (known !== undefined && version !== undefined && (offset >= FAR || total !== undefined)) {
    const end = Math.min(offset + limit, total ?? Number.POSITIVE_INFINITY);
    const from = nearest(known, offset, end);
    const items = end > offset ? await read(context, selection, order, list, { ...from, version }) : [];
    if (items.length > 0 && items.length === end - offset) {
      const counted = total === undefined ? undefined : { ...selection, counted: total };
      const counting = await countWanted(context, request, counted ?? selection, items.length);
      memory.remember(key, version, offset, { items, total: counting });
      return { items, total: Promise.resolve(counting) };
    }
  }
  if (offset < FAR && known === undefined) {
    const found = await plain();
    if (request.countUpTo < 0 && (await found.total) >= MANY) memory.mark(key);
    return found;
  }
  const before = await listVersion(context, list.folder);
  const found = await plain();
  const { items } = found;
  const counted = await found.total;
  const after = await listVersion(context, list.folder);
  if (before !== undefined && areEqual(before, after))
    memory.remember(key, before, offset, { items, total: counted });
  return found;
}

/** The count of a search that depends only on the list of everything; remembered until that changes. */
export async function countOfEverything(
  context: StoreContext,
  statement: RawBuilder<unknown>,
  count: () => Promise<number>,
): Promise<number> {
  const { lists: memory } = context;
  const before = memory && (await listVersion(context, everything));
  if (memory === undefined || before === undefined) return count();
  const key = keyOf(context, statement);
  const known = memory.countAt(key, before);
  if (known !== undefined) return known;
  const found = await count();
  if (areEqual(before, await listVersion(context, everything))) memory.rememberCount(key, before, found);
  return found;
}

/** Equal keys mean equal statements with equal rights. */
function keyOf({ database }: StoreContext, statement: RawBuilder<unknown>): string {
  const { sql: text, parameters } = statement.compile(database);
  return createHash('sha256')
    .update(JSON.stringify([text, parameters]))
    .digest('base64');
}

interface Start {
  readonly isForwards: boolean;
  /** Undefined: from the end of the list. */
  readonly row: ListRow | undefined;
  readonly skipped: number;
  readonly limit: number;
}

/** The known position from which the fewest rows must be read. */
function nearest({ total, rows }: Known, offset: number, end: number): Start {
  const limit = end - offset;
  let best: Start = { isForwards: true, row: undefined, skipped: offset, limit };
  const consider = (isForwards: boolean, row: ListRow | undefined, skipped: number): void => {
    if (skipped >= 0 && skipped < best.skipped) best = { isForwards, row, skipped, limit };
  };
  if (total !== undefined) consider(false, undefined, total - end);
  for (const [index, row] of rows) {
    consider(true, row, offset - index);
    consider(false, row, index - (end - 1));
  }
  return best;
}

async function read(
  context: StoreContext,
  { page }: Selection<ListRow>,
  { forwards, backwards }: Order,
  { folder, column, isDescending }: SortedList,
  { isForwards, row, skipped, limit, version }: Start & { readonly version: ListVersion },
): Promise<readonly ListRow[]> {
  const isUpwards = isForwards !== isDescending;
  const rest = row === undefined ? sql`` : sql` and ${beyond(folder, column, row, isUpwards)}`;
  const found = await run(
    context,
    sql<ListRow>`${page} and ${isUnchanged(folder, version)}${rest} ${isForwards ? forwards : backwards}
      limit ${limit} offset ${skipped}`,
  );
  return isForwards ? found : found.toReversed();
}

/** Rows without a value come before all others; in descending order no comparison finds them. */
function beyond(
  folder: string,
  column: SortedColumn,
  { id, value }: ListRow,
  isUpwards: boolean,
): RawBuilder<unknown> {
  const operator = isUpwards ? sql`>=` : sql`<=`;
  const isBeyond = sql`(${sql.ref(`d.${column}`)}, d.id) ${operator} (${value}, ${id})`;
  if (isUpwards || column === 'title_key') return isBeyond;
  const without = sql`select 1 from documents other where other.folder_id = ${folder}
    and ${sql.ref(`other.${column}`)} is null`;
  return sql`${isBeyond} and not exists (${without})`;
}

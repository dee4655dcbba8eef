/**
 * Reads one page of a statement, and counts its rows.
 * Invariant: counting stops where the request says.
 */
import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { QueryRequest } from '#server/core/kernel/document-store.ts';
import type { StoreContext } from '../context.ts';

/** Instead of no limit, where an engine requires a number before OFFSET. */
const MOST_ROWS = 1_000_000_000;

/** From this offset on it pays to count first, and to read pages of the second half from the end. */
const FAR = 100;

/** For larger counts, preparing a fast count costs less than it saves. */
const MOST_FEW = 10_000;

/** An order and its reverse. */
export interface Order {
  readonly forwards: RawBuilder<unknown>;
  readonly backwards?: RawBuilder<unknown> | undefined;
}

/** The statement for pages, and others with the same number of rows, for counting. */
export interface Selection<T> {
  readonly page: RawBuilder<T>;
  readonly count: RawBuilder<unknown>;
  /** For counting at most `MOST_FEW`. */
  readonly countFew?: RawBuilder<unknown> | undefined;
  /** The same as `count`, based on candidates when these are few (few-found.ts). */
  readonly countFound?: (() => Promise<RawBuilder<unknown> | undefined>) | undefined;
  /** Statements for the first rows in order (first-rows.ts), each for more than the one before. */
  readonly first?: readonly RawBuilder<T>[] | undefined;
  /** The number of rows, if known. */
  readonly counted?: number | undefined;
  /** Counts all rows, or returns a remembered count. */
  readonly remembered?: ((count: () => Promise<number>) => Promise<number>) | undefined;
}

/** A page whose total may still be computed, so that its rows can be read meanwhile. */
export interface FoundPage<T> {
  readonly items: readonly T[];
  readonly total: Promise<number>;
}

type Counting = Pick<Selection<unknown>, 'count' | 'countFew' | 'countFound' | 'remembered'>;

/** A page of a selection, and its total as far as requested. */
export async function findPage<T>(
  context: StoreContext,
  request: QueryRequest,
  selection: Selection<T>,
  order: Order,
): Promise<FoundPage<T>> {
  const { limit, offset, isEmpty } = pageOf(request);
  const isFar = request.countUpTo < 0 && offset >= FAR && limit !== undefined && !isEmpty;
  if (isFar && order.backwards !== undefined) {
    const count = await countRows(context, request, selection);
    const items =
      offset + limit / 2 < count / 2
        ? await fromStart(context, selection, order, limit, offset)
        : await fromEnd(context, sql<T>`${selection.page} ${order.backwards}`, limit, count - offset);
    return { items, total: Promise.resolve(within(request, count)) };
  }
  const items = isEmpty ? [] : await fromStart(context, selection, order, limit, offset);
  if (request.countUpTo === 0) return { items, total: Promise.resolve(-1) };
  const isLast = !isEmpty && (limit === undefined || items.length < limit);
  if (isLast && (items.length > 0 || offset === 0)) {
    return { items, total: Promise.resolve(bounded(within(request, items.length + offset), request)) };
  }
  const total = countWanted(context, request, selection, items.length);
  // Prevents an unhandled rejection when reading rows fails first and nobody waits for the total.
  total.catch(() => undefined);
  return { items, total };
}

/** The total beside a page of `rows` rows that may not be the last one. */
export async function countWanted(
  context: StoreContext,
  request: QueryRequest,
  selection: Counting & Pick<Selection<unknown>, 'counted'>,
  rows: number,
): Promise<number> {
  if (request.countUpTo === 0) return -1;
  // The page reaches beyond the limit of counting, so there are more.
  if (rows > 0 && isMore(request.offset + rows, request)) return -2;
  const count = selection.counted ?? (await countRows(context, request, selection));
  return bounded(within(request, count), request);
}

async function fromStart<T>(
  context: StoreContext,
  { page, first = [] }: Selection<T>,
  { forwards }: Order,
  limit: number | undefined,
  offset: number,
): Promise<readonly T[]> {
  const span =
    limit === undefined && offset === 0 ? sql`` : sql` limit ${limit ?? MOST_ROWS} offset ${offset}`;
  for (const some of limit === undefined ? [] : first) {
    const found = await run(context, sql<T>`${some}${span}`);
    if (found.length > 0 && found.length === limit) return found;
  }
  return run(context, sql<T>`${page} ${forwards}${span}`);
}

/** @param rest the number of rows from the first requested one to the last of all */
async function fromEnd<T>(
  context: StoreContext,
  statement: RawBuilder<T>,
  limit: number,
  rest: number,
): Promise<readonly T[]> {
  if (rest <= 0) return [];
  const page = sql` limit ${Math.min(limit, rest)} offset ${Math.max(rest - limit, 0)}`;
  return (await run(context, sql<T>`${statement}${page}`)).toReversed();
}

/** At most as many as the request asks for. */
async function countRows(
  context: StoreContext,
  request: QueryRequest,
  { count, countFew = count, countFound, remembered }: Counting,
): Promise<number> {
  const end = request.countUpTo + (request.query.offset ?? 0) + 1;
  const isFew = request.countUpTo >= 0 && end <= MOST_FEW + 1;
  const most = request.countUpTo < 0 ? sql`` : sql` limit ${end}`;
  const counted = async (): Promise<number> => {
    const all = (await countFound?.()) ?? (isFew ? countFew : count);
    const [row] = await run(
      context,
      sql<{ total: number }>`select count(*) as total from (${all}${most}) as found`,
    );
    return row?.total ?? 0;
  };
  return request.countUpTo < 0 && remembered !== undefined ? remembered(counted) : counted();
}

export async function run<T>({ database }: StoreContext, statement: RawBuilder<T>): Promise<readonly T[]> {
  const compiled: CompiledQuery<T> = statement.compile(database);
  return (await database.executeQuery(compiled)).rows;
}

/** The request's page within the query's own LIMIT and OFFSET. */
function pageOf({ query, limit, offset }: QueryRequest) {
  const own = query.limit === undefined ? undefined : Math.max(query.limit - offset, 0);
  const pageLimit = limit === 0 ? undefined : limit;
  const most = own === undefined ? pageLimit : Math.min(own, pageLimit ?? own);
  return { limit: most, offset: offset + (query.offset ?? 0), isEmpty: most === 0 };
}

/** A count of all rows, limited by the query's own LIMIT and OFFSET. */
function within({ query }: QueryRequest, count: number): number {
  const rest = Math.max(count - (query.offset ?? 0), 0);
  return query.limit === undefined ? rest : Math.min(rest, query.limit);
}

function bounded(total: number, request: QueryRequest): number {
  return isMore(total, request) ? -2 : total;
}

function isMore(total: number, { countUpTo }: QueryRequest): boolean {
  return countUpTo > 0 && total > countUpTo;
}

/**
 * One page of what a statement selects, and how much there is in all.
 * Invariant: nothing is counted beyond what the request asks for.
 */
import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { QueryRequest } from '#server/core/kernel/document-store.ts';
import type { StoreContext } from '../context.ts';

/** No limit, where an engine wants a number before OFFSET. */
const MOST_ROWS = 1_000_000_000;

/** From here on it pays to count first, and to read what lies in the second half from the end. */
const FAR = 100;

/** From here on what has to be prepared for counting is less than what it saves. */
const MOST_FEW = 10_000;

/** The same rows from either end. */
export interface Order {
  readonly forwards: RawBuilder<unknown>;
  readonly backwards?: RawBuilder<unknown> | undefined;
}

/** The statement that pages are taken from, and others with as many rows, for counting. */
export interface Selection<T> {
  readonly page: RawBuilder<T>;
  readonly count: RawBuilder<unknown>;
  /** For counting no further than `MOST_FEW`. */
  readonly countFew?: RawBuilder<unknown> | undefined;
  /** The same as `count`, found out from candidates, where they are few enough for that (few-found.ts). */
  readonly countFound?: (() => Promise<RawBuilder<unknown> | undefined>) | undefined;
  /** Each gives its first rows in order (first-rows.ts), and more than the one before. */
  readonly first?: readonly RawBuilder<T>[] | undefined;
  /** How many there are, where that is known. */
  readonly counted?: number | undefined;
  /** Counts all of them, or knows how many there are. */
  readonly remembered?: ((count: () => Promise<number>) => Promise<number>) | undefined;
}

/** A page whose total may still be counted: what has to be read for its rows need not wait for that. */
export interface FoundPage<T> {
  readonly items: readonly T[];
  readonly total: Promise<number>;
}

type Counting = Pick<Selection<unknown>, 'count' | 'countFew' | 'countFound' | 'remembered'>;

/** One page of a selection and its total, as far as the request wants it counted. */
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
  // Whoever waits for it is told; nobody may, when the rows fail before.
  total.catch(() => undefined);
  return { items, total };
}

/** The total beside a page of so many rows, which is not known to be the last one. */
export async function countWanted(
  context: StoreContext,
  request: QueryRequest,
  selection: Counting & Pick<Selection<unknown>, 'counted'>,
  rows: number,
): Promise<number> {
  if (request.countUpTo === 0) return -1;
  // A row beyond what is to be counted says that there are more.
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

/** @param rest how many rows there are from the first wanted one to the last of all */
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

/** No further than the request asks for. */
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

/** The request's page inside the query's own LIMIT and OFFSET. */
function pageOf({ query, limit, offset }: QueryRequest) {
  const own = query.limit === undefined ? undefined : Math.max(query.limit - offset, 0);
  const pageLimit = limit === 0 ? undefined : limit;
  const most = own === undefined ? pageLimit : Math.min(own, pageLimit ?? own);
  return { limit: most, offset: offset + (query.offset ?? 0), isEmpty: most === 0 };
}

/** A count of everything, cut to the query's own LIMIT and OFFSET. */
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

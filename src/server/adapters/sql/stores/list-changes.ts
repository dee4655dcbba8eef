/**
 * Counts changes of lists: one number for each folder, one for the list of all documents (whatever their properties), and one,
 * under the empty name, for all lists together. Caches of positions and totals (nxql/list-memory.ts) compare the list's own
 * number and the last one.
 * Invariant: a unit that writes columns by which a list is sorted or filtered, or values of places, counts it in the same
 * transaction: equal numbers prove that nothing was committed in between.
 */
import { type RawBuilder, sql } from 'kysely';
import type { StoreContext } from '../context.ts';
import type { Engine } from '../engine.ts';
import { prepared } from '../prepared.ts';
import { preparedInsert } from '../prepared-insert.ts';

const all = '';

/** The list of all documents by place, type and facets. No document has such an id. */
export const everything = '*';

const counting = (engine: Engine, lists: RawBuilder<unknown>): RawBuilder<unknown> =>
  // Concurrent transactions count in rows of their own; otherwise writers in one folder would wait for each other.
  sql`insert into list_changes (list, stripe, value) select list, ${engine.stripe}, 1 from (${lists}) as changed
    where list is not null order by list
    on conflict (list, stripe) do update set value = list_changes.value + 1`;

const countOne = prepared<{ readonly list: string }>(({ engine }, parameter) =>
  counting(engine, sql`select ${engine.textParameter(parameter('list'))} as list`),
);

/** For the usual two lists: on PostgreSQL a statement with a list is planned anew each time. The smaller name comes first. */
const countTwo = prepared<{ readonly one: string; readonly other: string }>(
  ({ engine }, parameter) =>
    sql`insert into list_changes (list, stripe, value)
    values (${parameter('one')}, ${engine.stripe}, 1), (${parameter('other')}, ${engine.stripe}, 1)
    on conflict (list, stripe) do update set value = list_changes.value + 1`,
);

/** Where rows are inserted one by one: once for all units in one commit. */
const countEach = preparedInsert<{ readonly list: string }>({
  into: sql`insert into list_changes`,
  values: { list: 'text' },
  columns: ({ engine }, given) => ({ list: given('list'), stripe: engine.stripe, value: sql`1` }),
  onConflict: sql`on conflict (list, stripe) do update set value = list_changes.value + 1`,
});
const late = { table: 'list_changes', isOnce: true };

const countMany = prepared<{ readonly lists: unknown }>(({ engine }, parameter) =>
  counting(engine, sql`select one.value as list from ${engine.eachText(parameter('lists'), 'one')}`),
);

const countFolderOf = prepared<{ readonly id: string }>(({ engine }, parameter) =>
  counting(engine, sql`select folder_id as list from documents where id = ${parameter('id')}`),
);

const countFoldersOf = prepared<{ readonly ids: unknown }>(({ engine }, parameter) =>
  counting(
    engine,
    sql`select distinct folder_id as list from documents
      where ${engine.isOneOfTexts(sql.ref('id'), parameter('ids'))}`,
  ),
);

/** The number of a forgotten list starts again, and must not reach one that a cache has: so all lists are counted. */
const countForgotten = prepared<{ readonly lists: unknown }>(({ engine }, parameter) =>
  counting(
    engine,
    sql`select distinct ${sql.lit(all)} as list from list_changes
      where ${engine.isOneOfTexts(sql.ref('list_changes.list'), parameter('lists'))}`,
  ),
);
const forgetMany = prepared<{ readonly lists: unknown }>(
  ({ engine }, parameter) => sql`delete from list_changes
    where ${engine.isOneOfTexts(sql.ref('list'), parameter('lists'))}`,
);

export interface ListVersion {
  readonly own: number;
  readonly all: number;
}

const versionOf = prepared<{ readonly list: string }, ListVersion>(
  (_context, parameter) =>
    sql<ListVersion>`select ${sumOf(sql`${parameter('list')}`)} as "own", ${sumOf(sql.lit(all))} as "all"`,
  { isShort: true },
);

function sumOf(list: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(select coalesce(sum(value), 0) from list_changes where list = ${list})`;
}

export function listVersion(context: StoreContext, folder: string): Promise<ListVersion | undefined> {
  return versionOf.first(context, { list: folder });
}

/** The condition that the folder's list has not changed since that version. */
export function isUnchanged(folder: string, version: ListVersion): RawBuilder<unknown> {
  return sql`${sumOf(sql`${folder}`)} = ${version.own} and ${sumOf(sql.lit(all))} = ${version.all}`;
}

export function listChanges(context: StoreContext) {
  const { engine } = context;
  /** Lists that this unit has counted. */
  const counted = new Set<string>();

  const countLists = async (lists: readonly (string | null)[]): Promise<void> => {
    const fresh = [...new Set(lists)].filter((list) => list !== null).filter((list) => !counted.has(list));
    for (const list of fresh) counted.add(list);
    const [list, other] = fresh.toSorted();
    if (list === undefined) return;
    if (engine.givenRows === undefined)
      return countEach.defer(
        context,
        fresh.map((each) => ({ list: each })),
        { late },
      );
    if (other === undefined) return countOne.defer(context, { list });
    if (fresh.length === 2) return countTwo.defer(context, { one: list, other });
    await countMany.defer(context, { lists: engine.textList(fresh) });
  };

  return {
    /** Counts a change in these folders. */
    countLists,

    /** Counts a change in the present folders of these documents. */
    countListsOf: async (ids: readonly string[]): Promise<void> => {
      const [id] = ids;
      if (id === undefined) return;
      if (ids.length === 1) return countFolderOf.defer(context, { id });
      await countFoldersOf.defer(context, { ids: engine.textList(ids) });
    },

    /** Counts a change in any number of folders. */
    countAllLists: (): Promise<void> => countLists([all]),

    /** Removes the numbers of removed documents. */
    forgetLists: async (ids: readonly string[]): Promise<void> => {
      const lists = engine.textList(ids);
      await Promise.all([countForgotten.defer(context, { lists }), forgetMany.defer(context, { lists })]);
    },
  };
}

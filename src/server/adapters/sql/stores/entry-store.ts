/**
 * Directory entries and group memberships.
 * Invariant: an entry is found by (directory, id); memberships are found from both sides by an index.
 */
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  type Entry,
  type EntryFilter,
  type EntryStore,
  peopleDirectory,
} from '#server/core/kernel/stores.ts';
import type { Json } from '#wire/json.ts';
import type { StoreContext } from '../context.ts';
import type { Tables } from '../database.ts';
import type { JsonSource } from '../engine.ts';
import { allOf, anyOf, escapeLike } from '../nxql/sql-terms.ts';
import { prepared } from '../prepared.ts';
import { changesOf, countChange } from './change-counters.ts';
import { requireIndexable } from './indexable.ts';
import { readObject, writeJson } from './json-columns.ts';

const entryById = prepared<
  { readonly directory: string; readonly id: string },
  { readonly id: string; readonly fields: string }
>(
  ({ database }, parameter) =>
    database
      .selectFrom('entries')
      .select(['id', 'fields'])
      .where('directory', '=', parameter('directory'))
      .where('id', '=', parameter('id')),
  { isShort: true },
);

/** CROSS JOIN: with statistics SQLite would start at the other table, and read all memberships. */
const membershipsAbove = prepared<{ readonly kind: Membership['kind']; readonly names: unknown }, Membership>(
  ({ engine }, parameter) => sql<Membership>`with recursive above (kind, member, group_name) as (
    select kind, member, group_name from memberships
    where kind = ${engine.textParameter(parameter('kind'))}
    and ${engine.isOneOfTexts(sql.ref('member'), parameter('names'))}
    union
    select further.kind, further.member, further.group_name
    from above cross join memberships further
    where further.kind = 'group' and further.member = above.group_name)
    select kind, member, group_name from above order by group_name`,
  { isShort: true },
);

export function entryStore(context: StoreContext): EntryStore {
  const { database, engine } = context;
  const select = () => database.selectFrom('entries').select(['id', 'fields']);
  const toEntry = (row: { id: string; fields: string }): Entry => ({
    id: row.id,
    fields: readObject(row.fields),
  });
  const fields: JsonSource = { expression: sql.ref('fields'), isElement: false };

  const equals = (name: string, value: Json): RawBuilder<SqlBool> => {
    switch (typeof value) {
      case 'string':
        return sql`${engine.jsonText(fields, [name])} = ${value}`;
      case 'number':
        return sql`${engine.jsonNumber(fields, [name])} = ${engine.numberParameter(value)}`;
      case 'boolean':
        return sql`${engine.jsonFlag(fields, [name])} = ${value ? 1 : 0}`;
      default:
        return sql`not ${engine.jsonExists(fields, [name])}`;
    }
  };
  const matches = (name: string, pattern: string): RawBuilder<SqlBool> =>
    sql`${engine.lower(engine.jsonText(fields, [name]))} like ${pattern} escape '\\'`;

  const conditions = (directory: string, filter: EntryFilter = {}): RawBuilder<SqlBool> => {
    const all: Expression<SqlBool>[] = [sql`directory = ${directory}`];
    for (const [name, value] of Object.entries(filter.equals ?? {})) all.push(equals(name, value));
    const { prefix, contains } = filter;
    if (prefix !== undefined) {
      const pattern = `${escapeLike(prefix.text.toLowerCase())}%`;
      all.push(anyOf(prefix.fields.map((name) => matches(name, pattern))));
    }
    if (contains !== undefined) {
      const pattern = `%${escapeLike(contains.text.toLowerCase())}%`;
      all.push(anyOf(contains.fields.map((name) => matches(name, pattern))));
    }
    return allOf(all);
  };

  /** The fields joined by spaces, without a space for a missing first one. */
  const byText = (names: readonly string[]): readonly RawBuilder<unknown>[] => {
    if (names.length === 0) return [];
    const texts = names.map((name) => sql`coalesce(${engine.jsonText(fields, [name])}, '')`);
    return [engine.lower(sql`ltrim(${sql.join(texts, sql` || ' ' || `)})`)];
  };

  const directGroups = async (kind: 'user' | 'group', member: string): Promise<readonly string[]> => {
    const rows = await database
      .selectFrom('memberships')
      .select('group_name')
      .where('kind', '=', kind)
      .where('member', '=', member)
      .orderBy('group_name')
      .execute();
    return rows.map((row) => row.group_name);
  };

  /** Makes changes of people wait for each other. */
  const announce = async (directory: string): Promise<void> => {
    if (directory === peopleDirectory) await countChange(context, 'changes of people');
  };

  return {
    get: async (directory, id) => {
      const row = await entryById.first(context, { directory, id });
      return row === undefined ? undefined : toEntry(row);
    },

    getForUpdate: async (directory, id) => {
      const row = await select()
        .where('directory', '=', directory)
        .where('id', '=', id)
        .modifyEnd(engine.lock.wait)
        .executeTakeFirst();
      return row === undefined ? undefined : toEntry(row);
    },

    getManyForUpdate: async (directory, ids) => {
      const rows = await select()
        .where('directory', '=', directory)
        .where(engine.isOneOf(sql.ref('id'), ids))
        // Always in the same order, so that two units cannot deadlock.
        .orderBy('id')
        .modifyEnd(engine.lock.wait)
        .execute();
      return rows.map(toEntry);
    },

    page: async (directory, after, limit) => {
      const rows = await select()
        .where('directory', '=', directory)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(toEntry);
    },

    list: async (directory, { filter, sort = [], sortByText = [], offset = 0, limit = 0 }) => {
      const where = conditions(directory, filter);
      const order = sort.flatMap(({ name, descending }) => {
        const direction = descending ? engine.descending : engine.ascending;
        const text = engine.jsonText(fields, [name]);
        // Numbers by value, then texts without case; for a field of one type only one of the two matters.
        return [
          sql`${engine.jsonNumber(fields, [name])} ${direction}`,
          sql`${engine.lower(text)} ${direction}`,
        ];
      });
      const page =
        limit === 0 && offset === 0 ? sql`` : sql` limit ${limit === 0 ? 1_000_000 : limit} offset ${offset}`;
      const [rows, counted] = await Promise.all([
        sql<{ id: string; fields: string }>`select id, fields from entries where ${where}
          order by ${sql.join([...byText(sortByText), ...order, sql`seq`])}${page}`.execute(database),
        limit === 0 && offset === 0
          ? undefined
          : sql<{ total: number }>`select count(*) as total from entries where ${where}`.execute(database),
      ]);
      const items = rows.rows.map(toEntry);
      return { items, total: counted?.rows[0]?.total ?? items.length };
    },

    peopleVersion: () => changesOf(context, 'changes of people'),

    insert: async (directory, entry) => {
      requireIndexable(directory, entry.id);
      await announce(directory);
      const result = await database
        .insertInto('entries')
        .values({ directory, id: entry.id, fields: writeJson(entry.fields) })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return result.numInsertedOrUpdatedRows === 1n;
    },

    update: async (directory, id, values) => {
      await announce(directory);
      await database
        .updateTable('entries')
        .set({ fields: writeJson(values) })
        .where('directory', '=', directory)
        .where('id', '=', id)
        .execute();
    },

    remove: async (directory, id) => {
      await announce(directory);
      const result = await database
        .deleteFrom('entries')
        .where('directory', '=', directory)
        .where('id', '=', id)
        .executeTakeFirst();
      return result.numDeletedRows === 1n;
    },

    removeMany: async (directory, ids) => {
      await announce(directory);
      await database
        .deleteFrom('entries')
        .where('directory', '=', directory)
        .where(engine.isOneOf(sql.ref('id'), ids))
        .execute();
    },

    nextId: async (directory) => {
      for (;;) {
        const { value } = await database
          .insertInto('entry_counters')
          .values({ directory, value: 1 })
          .onConflict((conflict) =>
            conflict.column('directory').doUpdateSet({ value: sql`entry_counters.value + 1` }),
          )
          .returning('value')
          .executeTakeFirstOrThrow();
        // Entries may have been created with numbers of their own.
        const taken = await select()
          .where('directory', '=', directory)
          .where('id', '=', String(value))
          .executeTakeFirst();
        if (taken === undefined) return value;
      }
    },

    setMembers: async (group, kind, members) => {
      for (const member of members) requireIndexable(group, kind, member);
      await announce(peopleDirectory);
      const clearing = database
        .deleteFrom('memberships')
        .where('group_name', '=', group)
        .where('kind', '=', kind)
        .execute();
      await Promise.all([
        clearing,
        ...inPortions(
          [...new Set(members)].map((member, place) => ({ group_name: group, kind, member, place })),
        ).map((rows) => database.insertInto('memberships').values(rows).execute()),
      ]);
    },

    setGroupsOf: async (kind, member, groups) => {
      await announce(peopleDirectory);
      const wanted = new Set(groups);
      const present = new Set(await directGroups(kind, member));
      const leaving = [...present].filter((group) => !wanted.has(group));
      const joining = [...wanted].filter((group) => !present.has(group));
      await database
        .deleteFrom('memberships')
        .where('kind', '=', kind)
        .where('member', '=', member)
        .where(engine.isOneOf(sql.ref('group_name'), leaving))
        .execute();
      for (const group of joining) {
        requireIndexable(group, kind, member);
        const place = sql<number>`(select coalesce(max(place), -1) + 1 from memberships
          where group_name = ${group} and kind = ${kind})`;
        await database.insertInto('memberships').values({ group_name: group, kind, member, place }).execute();
      }
    },

    members: async (group, kind) => {
      const rows = await database
        .selectFrom('memberships')
        .select('member')
        .where('group_name', '=', group)
        .where('kind', '=', kind)
        .orderBy('place')
        .execute();
      return rows.map((row) => row.member);
    },

    groupsOf: directGroups,

    allGroupsOf: async (kind, names) => {
      const rows = await membershipsAbove.rows(context, { kind, names: engine.textList(names) });
      return groupsAbove(kind, names, rows);
    },
  };
}

type Membership = Pick<Tables['memberships'], 'kind' | 'member' | 'group_name'>;

/** Groups may contain each other in circles; each is visited once. */
function groupsAbove(
  kind: Membership['kind'],
  names: readonly string[],
  memberships: readonly Membership[],
): readonly string[] {
  const byMember = Map.groupBy(memberships, (each) => `${each.kind} ${each.member}`);
  const found = new Set<string>();
  const add = (memberKind: Membership['kind'], member: string): void => {
    for (const each of byMember.get(`${memberKind} ${member}`) ?? []) found.add(each.group_name);
  };
  for (const name of names) add(kind, name);
  // Iterating a Set includes elements that are added meanwhile.
  for (const group of found) add('group', group);
  return [...found];
}

/** Keeps each statement far below the engines' limits on parameters. */
function inPortions<T>(rows: readonly T[]): readonly (readonly T[])[] {
  const size = 1000;
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, portion) =>
    rows.slice(portion * size, (portion + 1) * size),
  );
}

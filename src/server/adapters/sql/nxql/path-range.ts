/** What lies below a path, as a range on the stored path: `/` is followed by `0` in code point order. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';

export function isBelow(column: string, path: string): RawBuilder<SqlBool> {
  const prefix = path === '/' ? '' : path;
  return sql<SqlBool>`(${sql.ref(column)} > ${`${prefix}/`} and ${sql.ref(column)} < ${`${prefix}0`})`;
}

/** The place at a path and all below it; the first bounds hold for all of it, so that it is one range of the index. */
export function isInTree(places: string, repository: string, path: string): RawBuilder<SqlBool> {
  const column = sql.ref(`${places}.path`);
  return sql`(${sql.ref(`${places}.repository`)} = ${repository} and ${column} >= ${path}
    and ${column} < ${path === '/' ? '0' : `${path}0`} and (${column} = ${path} or ${isBelow(`${places}.path`, path)}))`;
}

/** The path of the holder, and the name in it. */
export function splitPath(path: string): { readonly above: string; readonly name: string } {
  const cut = path.lastIndexOf('/');
  return { above: cut <= 0 ? '/' : path.slice(0, cut), name: path.slice(cut + 1) };
}

interface PathTerms {
  readonly repository: RawBuilder<unknown>;
  readonly path: RawBuilder<unknown>;
  readonly above: RawBuilder<unknown>;
  readonly name: RawBuilder<unknown>;
}

/** The id of the document at a path: one with a place of its own, or the one of that name in the place above. */
export function idAtPath({ repository, path, above, name }: PathTerms): RawBuilder<string | null> {
  const at = (place: RawBuilder<unknown>) =>
    sql`(select document_id from places where repository = ${repository} and path = ${place})`;
  return sql`coalesce(${at(path)}, (select held.id from documents held
    where held.parent_id = ${at(above)} and held.name = ${name}))`;
}

export function idAt(repository: string, path: string): RawBuilder<string | null> {
  const { above, name } = splitPath(path);
  return idAtPath({
    repository: sql`${repository}`,
    path: sql`${path}`,
    above: sql`${above}`,
    name: sql`${name}`,
  });
}

/**
 * `thumb:thumbnail` in queries, with the same values as in documents (core/files/thumbnail-property.ts): the rendition of the
 * main file, which is not stored in the document.
 * Invariant: a document that has the facet itself keeps its own value.
 */
import { type RawBuilder, sql } from 'kysely';
import type { QueryProperty, SearchScope } from '#server/core/kernel/document-store.ts';
import { thumbnailFacet, thumbnailKind, thumbnailProperty } from '#server/core/kernel/thumbnail.ts';
import type { Engine, JsonPath, JsonSource } from '../engine.ts';
import type { Condition } from './sql-terms.ts';

const ofDocument: JsonSource = { expression: sql.ref('d.properties'), isElement: false };
const ofPicture: JsonSource = { expression: sql.ref('made.blob'), isElement: false };

/** Parts of a blob that have other names in the table of renditions. */
const storedNames: ReadonlyMap<string, string> = new Map([
  ['mime-type', 'mimeType'],
  ['data', 'key'],
]);

export function isThumbnail({ segments: [first] }: QueryProperty): boolean {
  return first === thumbnailProperty;
}

function madeOfMainFile(engine: Engine): RawBuilder<unknown> {
  const main = engine.jsonText(ofDocument, ['file:content', 'data']);
  const first = engine.jsonText(ofDocument, ['files:files', 0, 'file', 'data']);
  return sql`from renditions made where made.source_key = coalesce(${main}, ${first})
    and made.kind = ${engine.textParameter(thumbnailKind)} and made.blob is not null`;
}

export function hasMadeThumbnail(engine: Engine): Condition {
  return sql`exists (select 1 ${madeOfMainFile(engine)})`;
}

function saysItself(engine: Engine, { types }: SearchScope): Condition {
  const all = types.typesWithFacet(thumbnailFacet);
  const byType = all.length === 0 ? sql`` : sql` or ${engine.isOneOf(sql.ref('d.type'), all)}`;
  return sql`(${engine.asText(sql.ref('d.facets'))} like ${`%"${thumbnailFacet}"%`}${byType})`;
}

export function thumbnailExists(engine: Engine, scope: SearchScope): Condition {
  return sql`(case when ${saysItself(engine, scope)}
    then ${engine.jsonExists(ofDocument, [thumbnailProperty])} else ${hasMadeThumbnail(engine)} end)`;
}

/** @param read reads a part, of the document's own value or of the rendition */
export function partOfThumbnail(
  { segments }: QueryProperty,
  read: (source: JsonSource, path: JsonPath) => RawBuilder<unknown>,
  engine: Engine,
  scope: SearchScope,
): RawBuilder<unknown> {
  const [, part = ''] = segments;
  const made = read(ofPicture, [storedNames.get(part) ?? part]);
  return sql`(case when ${saysItself(engine, scope)} then ${read(ofDocument, segments)}
    else (select ${made} ${madeOfMainFile(engine)}) end)`;
}

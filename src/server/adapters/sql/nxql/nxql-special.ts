/**
 * Conditions on names that are not plain values: a document's place, facets, files, text.
 * Invariant: each accepts only the operators and right sides of the interface, and refuses others with its messages.
 */
import { type RawBuilder, sql } from 'kysely';
import { foldCase } from '#server/core/kernel/fulltext.ts';
import { thumbnailFacet } from '#server/core/kernel/thumbnail.ts';
import type { Engine } from '../engine.ts';
import { type Candidates, ofFacet } from './few-found.ts';
import { atPath, trimPath, withId } from './holder-chains.ts';
import { hasMadeThumbnail } from './made-thumbnail.ts';
import { invalid } from './nxql-failure.ts';
import { anyElement, type Field, type SpecialField, type ValueField } from './nxql-fields.ts';
import { foldExpression, readFulltext } from './nxql-fulltext.ts';
import { type ConditionContext, type LeafPredicate, referencesOf, unsuitable } from './nxql-leaf.ts';
import { idAtPath, isInTree, namesOf } from './path-range.ts';
import { allOf, anyOf, type Condition, escapeLike, NEVER, not } from './sql-terms.ts';

export function specialCondition(
  predicate: LeafPredicate,
  field: SpecialField,
  context: ConditionContext,
): Condition {
  switch (field.kind) {
    case 'path':
      return pathCondition(predicate, context, false);
    case 'ancestor':
      return ancestorCondition(predicate, context);
    case 'facets':
      return facetCondition(predicate, context);
    case 'fulltext':
    case 'fulltextOf':
      return fulltextCondition(predicate, field, context);
    case 'score':
      throw invalid(`Cannot use in WHERE clause: ${field.name}`);
  }
}

/** The expression of a full-text condition. */
export function fulltextLiteral(predicate: LeafPredicate, name: string): string {
  if (predicate.kind === 'like' && !predicate.negated && !predicate.ignoreCase)
    return predicate.pattern.value;
  if (predicate.kind !== 'comparison' || predicate.operator !== '=')
    throw invalid(`${name} requires = or LIKE operator`);
  if (predicate.right.kind !== 'string') throw invalid(`${name} requires literal string as right argument`);
  return predicate.right.value;
}

/** The document has a path. */
const HAS_PATH: Condition = sql`(d.is_version = 0 and p.path is not null)`;

/** Documents below the place, and those in the place itself except its owner. */
function isInPlace(chain: string | undefined, isCounting: boolean): Condition {
  if (chain === undefined) return NEVER;
  const isOther = isCounting
    ? sql`d.seq <> (select own.seq from documents own where own.id = p.document_id)`
    : sql`d.id <> p.document_id`;
  return sql`(${isInTree('p.chain', chain)} and d.is_version = 0 and (p.chain <> ${chain} or ${isOther}))`;
}

export function pathCondition(
  predicate: LeafPredicate,
  { engine, scope, chains, isCounting }: ConditionContext,
  isOpposite: boolean,
): Condition {
  if (predicate.kind === 'startsWith') {
    const isInside = isInPlace(chains.get(atPath(predicate.value.value)), isCounting);
    return isOpposite ? sql`(${HAS_PATH} and ${not(isInside)})` : isInside;
  }
  const { value, isNegated } = equality(
    predicate,
    'ecm:path',
    '=, <> or STARTSWITH operator',
    'literal path',
  );
  const { names, depth } = namesOf(trimPath(value));
  const id = idAtPath({
    repository: engine.textParameter(scope.repository),
    names: engine.jsonParameter(names),
    depth: engine.numberParameter(depth),
  });
  const isThere: Condition = sql`d.id = ${id}`;
  const isElsewhere: Condition = sql`coalesce(d.id <> ${id}, true)`;
  if (isNegated) return isOpposite ? isThere : isElsewhere;
  return isOpposite ? sql`(${HAS_PATH} and ${isElsewhere})` : isThere;
}

function ancestorCondition(predicate: LeafPredicate, { chains, isCounting }: ConditionContext): Condition {
  const { value, isNegated } = equality(predicate, 'ecm:ancestorId', '= or <> operator', 'literal id');
  const isInside = isInPlace(chains.get(withId(value)), isCounting);
  return isNegated ? sql`coalesce(not ${isInside}, true)` : isInside;
}

function facetsIn(predicate: LeafPredicate): {
  readonly names: readonly string[];
  readonly isNegated: boolean;
} {
  const facets = predicate.kind === 'in' ? predicate.values : undefined;
  return predicate.kind === 'in' && facets !== undefined
    ? { names: facets.map((literal) => String(literal.value)), isNegated: predicate.negated }
    : single(equality(predicate, 'ecm:mixinType', '=, <>, IN or NOT IN operator', 'literal string'));
}

function listsFacet(engine: Engine, list: RawBuilder<string>, name: string): Condition {
  const source = { expression: list, isElement: false };
  const { table, value } = anyElement(engine, { kind: 'list', name, type: 'text', source, path: [] });
  return sql`exists (select 1 from ${table} where ${value.sql} = ${engine.textParameter(name)})`;
}

/** Candidates with a facet; undefined where the condition does not ask for a rare one. */
export function candidatesOfFacet(
  predicate: LeafPredicate,
  { engine, scope, resolved, types: all }: ConditionContext,
): Candidates | undefined {
  if (predicate.kind === 'comparison' ? predicate.operator !== '=' : predicate.kind !== 'in')
    return undefined;
  const [subject] = referencesOf(predicate);
  if (subject === undefined || resolved.get(subject)?.kind !== 'facets') return undefined;
  const { names, isNegated } = facetsIn(predicate);
  if (isNegated || names.some((name) => name === 'HiddenInNavigation' || name === thumbnailFacet))
    return undefined;
  const types = names.flatMap((name) => scope.types.typesWithFacet(name)).filter((type) => all.has(type));
  return ofFacet(engine, types, (list) => anyOf(names.map((name) => listsFacet(engine, list, name))));
}

function facetCondition(
  predicate: LeafPredicate,
  { engine, scope, types: all }: ConditionContext,
): Condition {
  const { names, isNegated } = facetsIn(predicate);
  const types = names.flatMap((name) => scope.types.typesWithFacet(name)).filter((type) => all.has(type));
  const own = names.map((name): Condition => {
    if (name === 'HiddenInNavigation') return sql`d.hidden = 1`;
    return sql`(${engine.asText(sql.ref('d.facets'))} <> '[]'
      and ${listsFacet(engine, sql.ref('d.facets'), name)})`;
  });
  const made = names.includes(thumbnailFacet) ? [hasMadeThumbnail(engine)] : [];
  const has = anyOf([
    ...(types.length === 0 ? [] : [engine.isOneOf(sql.ref('d.type'), types)]),
    ...own,
    ...made,
  ]);
  return isNegated ? not(has) : has;
}

function fulltextCondition(
  predicate: LeafPredicate,
  field: SpecialField,
  context: ConditionContext,
): Condition {
  const { engine } = context;
  const text = fulltextLiteral(predicate, field.name);
  const expression = readFulltext(text);
  if (field.kind === 'fulltextOf') {
    return containsWords(context.fields.searchedProperty(field.name), text, context);
  }
  const query = engine.fulltext.query(foldExpression(expression), isTitleOnly(field.name));
  if (query === undefined) return NEVER;
  return sql`d.seq in (select t.${sql.ref(engine.fulltext.key)} from document_index t
    where ${engine.fulltext.matches('t', query)})`;
}

export function isTitleOnly(name: string): boolean {
  return name === 'ecm:fulltext_title' || name === 'ecm:fulltext.dc:title';
}

/** Without an index for the property, each word is searched anywhere in it, in any case. */
function containsWords(field: Field, text: string, { engine }: ConditionContext): Condition {
  const wanted = text
    .replace(/["*%]/g, '')
    .split(/\s+/)
    .filter((word) => foldCase(word) !== '');
  if (wanted.length === 0) return NEVER;
  const contains = (value: ValueField): Condition =>
    allOf(
      wanted.map(
        (word) => sql`${engine.lower(value.sql)} like ${`%${escapeLike(word.toLowerCase())}%`} escape '\\'`,
      ),
    );
  if (field.kind === 'value' && field.type === 'text' && field.element === undefined) return contains(field);
  if (field.kind !== 'list' || field.element !== undefined)
    throw invalid(`Cannot use in WHERE clause: ecm:fulltext.${field.name}`);
  const { table, value } = anyElement(engine, field);
  return sql`exists (select 1 from ${table} where ${contains(value)})`;
}

function single({ value, isNegated }: { value: string; isNegated: boolean }) {
  return { names: [value], isNegated };
}

function equality(
  predicate: LeafPredicate,
  name: string,
  operators: string,
  wanted: string,
): { value: string; isNegated: boolean } {
  if (predicate.kind !== 'comparison' || (predicate.operator !== '=' && predicate.operator !== '!='))
    throw invalid(`${name} requires ${operators}`);
  if (predicate.left.kind !== 'reference') throw unsuitable(predicate, name);
  if (predicate.right.kind !== 'string') throw invalid(`${name} requires ${wanted} as right argument`);
  return { value: predicate.right.value, isNegated: predicate.operator === '!=' };
}

/**
 * Conditions on the names that are no plain value: where a document lies, its facets, its files, its text.
 * Invariant: each takes the operators and the right side that the interface gives it, and refuses the rest in its words.
 */
import { type RawBuilder, sql } from 'kysely';
import { foldCase } from '#server/core/kernel/fulltext.ts';
import { invalid } from './nxql-failure.ts';
import { anyElement, type Field, type SpecialField, type ValueField } from './nxql-fields.ts';
import { foldExpression, readFulltext } from './nxql-fulltext.ts';
import { type ConditionContext, type LeafPredicate, unsuitable } from './nxql-leaf.ts';
import { isBelow } from './path-range.ts';
import { allOf, anyOf, type Condition, escapeLike, NEVER, not } from './sql-terms.ts';

export function specialCondition(
  predicate: LeafPredicate,
  field: SpecialField,
  context: ConditionContext,
): Condition {
  switch (field.kind) {
    case 'path':
      return pathCondition(predicate);
    case 'ancestor':
      return ancestorCondition(predicate);
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

function pathCondition(predicate: LeafPredicate): Condition {
  if (predicate.kind === 'startsWith') return isBelow('d.path', trimPath(predicate.value.value));
  const { value, isNegated } = equality(
    predicate,
    'ecm:path',
    '=, <> or STARTSWITH operator',
    'literal path',
  );
  const path = trimPath(value);
  return isNegated ? sql`(d.path is null or d.path <> ${path})` : sql`d.path = ${path}`;
}

function ancestorCondition(predicate: LeafPredicate): Condition {
  const { value, isNegated } = equality(predicate, 'ecm:ancestorId', '= or <> operator', 'literal id');
  const bound = (end: string): RawBuilder<unknown> =>
    sql`(select case above.path when '/' then '' else above.path end || ${sql.lit(end)}
      from documents above where above.id = ${value})`;
  const isInside: Condition = sql`coalesce(d.path > ${bound('/')} and d.path < ${bound('0')}
    and d.repository = (select above.repository from documents above where above.id = ${value}), false)`;
  return isNegated ? not(isInside) : isInside;
}

function facetCondition(
  predicate: LeafPredicate,
  { engine, scope, types: all }: ConditionContext,
): Condition {
  const facets = predicate.kind === 'in' ? predicate.values : undefined;
  const { names, isNegated } =
    predicate.kind === 'in' && facets !== undefined
      ? { names: facets.map((literal) => String(literal.value)), isNegated: predicate.negated }
      : single(equality(predicate, 'ecm:mixinType', '=, <>, IN or NOT IN operator', 'literal string'));
  const types = names.flatMap((name) => scope.types.typesWithFacet(name)).filter((type) => all.has(type));
  const own = names.map((name): Condition => {
    if (name === 'HiddenInNavigation') return sql`d.hidden = 1`;
    const source = { expression: sql.ref('d.facets'), isElement: false };
    const list = anyElement(engine, { kind: 'list', name, type: 'text', source, path: [] });
    return sql`(${engine.asText(sql.ref('d.facets'))} <> '[]'
      and exists (select 1 from ${list.table} where ${list.value.sql} = ${engine.textParameter(name)}))`;
  });
  const has = anyOf([...(types.length === 0 ? [] : [engine.isOneOf(sql.ref('d.type'), types)]), ...own]);
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

/** A property without an index of its own is searched for each of the words, anywhere in it and in any case. */
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

function trimPath(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

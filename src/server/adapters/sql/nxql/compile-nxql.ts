/**
 * Compiles an NXQL query and the caller's rights to FROM, WHERE and ORDER BY of one statement over documents.
 * Invariant: every statement has the security scope as a condition, and contains no values in its text.
 */
import { type RawBuilder, sql } from 'kysely';
import { type Predicate, type Reference, rootTypeNamed } from '#nxql/index.ts';
import type { QueryRequest, SearchScope } from '#server/core/kernel/document-store.ts';
import type { Engine } from '../engine.ts';
import { isPresent } from '../stores/document-columns.ts';
import {
  asksThumbnail,
  isAboutWords,
  isBesidePlaces,
  isOfPlace,
  isOfPlaces,
  isOfRow,
  isSaidByPlace,
  knownPresences,
  requiredLeaves,
} from './beside-places.ts';
import { candidatesOf } from './candidates.ts';
import type { Candidates } from './few-found.ts';
import { chainIn, type HolderChains } from './holder-chains.ts';
import { besideTitle, inIndexOf, isIndexedRange, leafCondition, textsIn } from './nxql-conditions.ts';
import { invalid } from './nxql-failure.ts';
import type { Field, Fields } from './nxql-fields.ts';
import { type ConditionContext, type LeafPredicate, leavesOf, referencesOf } from './nxql-leaf.ts';
import { conjunction, depth, disjunction, type ListElement, leaf, type Term } from './nxql-terms.ts';
import { rankedLeaf, rankedQuery } from './ranked-words.ts';
import { seldomListsIn } from './seldom-lists.ts';
import { haveWantedType, isPlaceVisible, liesInFolder, siblingsOf } from './siblings.ts';
import { ALWAYS, allOf, type Condition } from './sql-terms.ts';
import { coverage, subjects } from './subjects.ts';
import { hasWantedType, hasWantedTypeOfMany } from './wanted-types.ts';

/** Preparing a statement takes quadratic time in this number; a list of values counts once. */
const MOST_CONDITIONS = 3_000;

/** From this offset on, a page is reached by reading very many rows. */
const FAR = 1_000;

/** Up to this many plain conditions need no check of their time limit. */
const CHEAP_CONDITIONS = 20;

export interface CompiledNxql {
  /** After FROM. */
  readonly source: RawBuilder<unknown>;
  /** The same for very many documents with few results: reads few columns of each, where these are enough. */
  readonly sourceOfMany: RawBuilder<unknown>;
  /** `source`, read by document keys; undefined where that is slow, or where engines do it by themselves. */
  readonly byKey: RawBuilder<unknown> | undefined;
  /** For use when no candidates are few: reads documents in the requested order, which soon fills a page. */
  readonly oneByOne: RawBuilder<unknown> | undefined;
  readonly where: Condition;
  /** Has as many rows as there are results. */
  readonly counted: RawBuilder<unknown>;
  /** The same for counting only a few; undefined where the engine does it by itself. */
  readonly countedFew: RawBuilder<unknown> | undefined;
  /** How well a document matches; undefined without a full-text condition to measure. */
  readonly score: RawBuilder<number> | undefined;
  /** See Engine.fulltext. */
  readonly bestFirst: RawBuilder<unknown> | undefined;
  /** Keys of all documents with the words that every result must have, without the other conditions. */
  readonly hits: RawBuilder<{ readonly seq: number }> | undefined;
  /** The results among the first `limit` hits, read one by one. */
  readonly ofHits: ((limit: number) => Pick<CompiledNxql, 'source' | 'where'>) | undefined;
  /** The best hits after a document that are results, in this order. */
  readonly best:
    | ((
        behind: number,
        limit: number,
      ) => Pick<CompiledNxql, 'source' | 'where'> & { readonly order: RawBuilder<unknown> | undefined })
    | undefined;
  /** All results, read from an index; undefined where words or a place narrow the search. */
  readonly byIndex: ((index: RawBuilder<unknown>) => RawBuilder<unknown>) | undefined;
  /** Results among the hits or below a place, read in an order of all documents; undefined where something else narrows. */
  readonly byOrder:
    | ((column: 'modified' | 'title_key') => Pick<CompiledNxql, 'source' | 'where'>)
    | undefined;
  /** `countedFew` for words that very many documents have. */
  readonly countedFewOfHits: RawBuilder<unknown> | undefined;
  /** List elements that give a row each. */
  readonly joined: readonly ListElement[];
  /** Ranges that all results are in and that an index can find, by the part of the query. */
  readonly ranges: ReadonlyMap<LeafPredicate, Condition>;
  /** A condition that all results meet, and perhaps others, for which an index is enough. */
  readonly inIndex: Condition | undefined;
  /** The place that all results are below, and how to find them from its places; undefined where they are found by words. */
  readonly below: (Pick<CompiledNxql, 'source' | 'where'> & { readonly chain: string }) | undefined;
  /** The folder of all results, when only their rows and places decide which they are. */
  readonly folder: string | undefined;
  /** Each finds all results and others, perhaps few documents. Empty where a folder or words narrow the search. */
  readonly candidates: readonly Candidates[];
  /** Only places, types and facets decide which documents are results. */
  readonly hasOnlyStructuralConditions: boolean;
}

export interface CompileOptions {
  /** Each gives a row, also those used in conditions, which then are not quantified. */
  readonly selected: readonly ListElement[];
  readonly needsScore: boolean;
  readonly chains: HolderChains;
  /** Those of the `ranges` that contain few documents. */
  readonly rare?: ReadonlySet<LeafPredicate>;
  /** Keys of a few documents that include all results. */
  readonly found?: readonly number[] | undefined;
}

export function compileNxql(
  request: QueryRequest,
  engine: Engine,
  fields: Fields,
  { selected, needsScore, chains, rare = new Set(), found }: CompileOptions,
): CompiledNxql {
  const { query, scope } = request;
  const resolved = new Map<Reference, Field>();
  const uses = new Map<ListElement, number>();
  const written = leavesOf(query.where);
  if (written.length > MOST_CONDITIONS) throw invalid('Query too complex');
  for (const reference of written.flatMap(referencesOf)) {
    const field = fields.resolve(reference.name);
    resolved.set(reference, field);
    for (let one = field.element; one !== undefined; one = one.parent)
      uses.set(one, (uses.get(one) ?? 0) + 1);
  }
  const required = requiredLeaves(query.where);
  const known = knownPresences(query, resolved);
  const leaves = written.filter((one) => !known.has(one));
  const joinedFields = selected.length === 0 ? [] : [...uses.keys()];
  const joined = [...new Set([...selected, ...joinedFields])].toSorted(
    (one, other) => depth(one) - depth(other),
  );
  // Their uses never become complete inside the condition, so it never quantifies them.
  for (const element of joined) uses.set(element, Number.POSITIVE_INFINITY);

  const types = requestedTypes(request, resolved);
  const context: ConditionContext = {
    engine,
    scope,
    fields,
    resolved,
    types,
    chains,
    isCounting: false,
    isOfHits: false,
    isOfIndex: false,
    rare,
  };
  const ranked = rankedLeaf(leaves, query.where, resolved);
  const words = ranked === undefined ? undefined : rankedQuery(ranked, resolved, engine);
  const fulltext = needsScore ? words : undefined;
  const siblings = siblingsOf(query, resolved);

  const compile = (predicate: Predicate, isNegated: boolean, of: ConditionContext): Term => {
    switch (predicate.kind) {
      case 'not':
        return compile(predicate.item, !isNegated, of);
      case 'and':
      case 'or': {
        const terms = predicate.items.map((item) => compile(item, isNegated, of));
        return (predicate.kind === 'and') !== isNegated ? conjunction(terms, uses) : disjunction(terms, uses);
      }
      default: {
        if (predicate === ranked && words !== undefined && (needsScore || of.isOfIndex || of.isOfHits)) {
          return leaf(of.isOfHits ? ALWAYS : engine.fulltext.matches('t', words), [], uses);
        }
        const presence = siblings?.notTrashed.includes(predicate) ? ALWAYS : known.get(predicate);
        if (presence !== undefined) return leaf(presence, [], uses);
        if (siblings?.parent === predicate) return leaf(liesInFolder(siblings, scope), [], uses);
        const elements = referencesOf(predicate).flatMap(
          (reference) => resolved.get(reference)?.element ?? [],
        );
        return leaf(leafCondition(predicate, of, isNegated), elements, uses);
      }
    }
  };

  const conditionOf = (of: ConditionContext): Condition =>
    query.where === undefined ? ALWAYS : compile(query.where, false, of).condition;
  const isCheap = leaves.length <= CHEAP_CONDITIONS && leaves.every((one) => isPlain(one, resolved));
  const guard = isCheap ? undefined : engine.withinTime(sql.ref('d.seq'));
  // A condition may be about a missing element; an element that is only selected must exist.
  const tables = joined.map((element) =>
    joinedFields.includes(element)
      ? sql` left join ${element.table} on true`
      : sql` inner join ${element.table} on true`,
  );
  const index =
    fulltext === undefined
      ? sql``
      : sql` inner join document_index t on t.${sql.ref(engine.fulltext.key)} = d.seq`;
  const rest = sql`${index}${sql.join(tables, sql``)}`;
  const guards = [
    ...(guard === undefined ? [] : [guard]),
    ...joinedFields.flatMap((element) => element.guard ?? []),
  ];
  const scoped = siblings ? [isPlaceVisible(siblings, scope, engine)] : visible(scope, engine);
  const condition = conditionOf(context);
  const isInTrees = [...resolved.values()].some(({ kind }) => kind === 'path' || kind === 'ancestor');
  const counting = isInTrees ? conditionOf({ ...context, isCounting: true }) : condition;
  const lists = seldomListsIn(required, resolved, engine);
  const listed = [...lists].flatMap(([one, { isThere, isListed }]) =>
    engine.isRare === undefined ? [isThere] : rare.has(one) ? [isListed] : [],
  );
  const isFound = found === undefined ? [] : [engine.isOneOf(sql.ref('d.seq'), found)];
  const conditions = [...scoped, ...guards, ...listed, ...isFound];
  const ofMany = siblings
    ? [haveWantedType(siblings, engine, types)]
    : hasWantedTypeOfMany(engine, types, scope.types.concreteTypes('Document') ?? []);
  const all = allOf([...conditions, counting, ...ofMany]);
  const isFar = request.offset + (query.offset ?? 0) >= FAR;
  const ofPage = isFar || siblings !== undefined ? ofMany : [hasWantedType(engine, types)];
  const where = allOf([...conditions, condition, ...ofPage]);
  // In a single folder, the place is compared without joining `places`.
  const asksPlaces = leaves.some(
    (one) => siblings?.notTrashed.includes(one) !== true && isOfPlace(one, resolved),
  );
  const readsPlaces = asksPlaces || (scope.readAclIds !== undefined && siblings === undefined);
  const places = sql`left join places p on p.id = d.place_id${rest}`;
  // Otherwise SQLite would use the keys only as a filter, and read all documents in the order of the result.
  const byFound = found === undefined ? undefined : engine.byKey;
  const withPlaces = sql`documents d ${byFound ?? sql``} ${places}`;
  const ofPlaces = found === undefined && isOfPlaces(request, leaves, resolved);
  const chain = required.map((one) => chainIn(one, chains)).find((one) => one !== undefined);
  const key = sql.ref(engine.fulltext.key);
  const isOfWords =
    required.some((one) => isAboutWords(one, resolved)) &&
    leaves.every((one) => isAboutWords(one, resolved) || isBesidePlaces(one, resolved));
  const narrow = isOfWords ? engine.byNarrowIndex : sql``;
  const isOfRights = isOfWords && siblings === undefined && ![...resolved.values()].some(isSaidByPlace);
  const unreadable = isOfRights ? isInNoUnreadablePlace(scope, engine) : undefined;
  const { documentsBeside } = engine.fulltext;
  // The full-text table has all columns that decide about results.
  const countedInIndex =
    documentsBeside === undefined ||
    words === undefined ||
    !isOfWords ||
    joined.length > 0 ||
    leaves.some(asksThumbnail)
      ? undefined
      : (places: RawBuilder<unknown>) =>
          sql`select 1 from document_index t ${documentsBeside} ${readsPlaces ? places : sql``} where ${allOf(
            [
              ...visible(scope, engine),
              conditionOf({ ...context, isCounting: true, isOfIndex: true }),
              hasWantedType(engine, types),
            ],
          )}`;
  const besidePlaces = engine.oneByOne?.('places', sql`places.id = d.place_id`, 'p');
  const countedFewInIndex = besidePlaces && countedInIndex?.(besidePlaces);
  const sourceOfMany = sql`documents d ${byFound ?? narrow} ${places}`;
  const countedByPlaces = sql`select 1 from ${sourceOfMany} where ${all}`;
  // Otherwise PostgreSQL may read all documents, or all places, to find those of the hits.
  const besideHits = (ofDocuments: RawBuilder<unknown>) =>
    engine.oneByOne === undefined
      ? sql`cross join documents d ${ofDocuments} left join places p on p.id = d.place_id`
      : sql`${engine.oneByOne('documents', sql`documents.seq = t.${key}`, 'd')}
          ${besidePlaces}`;
  const isHit: Condition = sql`d.seq = t.${key}`;
  const whereOfHits = (isHit: Condition, isCounting = false) =>
    allOf([
      isHit,
      ...conditions,
      conditionOf({ ...context, isOfHits: true, isCounting }),
      ...(isCounting ? ofMany : ofPage),
    ]);
  const hits =
    words === undefined
      ? undefined
      : sql<{ seq: number }>`select t.${key} as seq from document_index t
          where ${engine.fulltext.matches('t', words)}`;
  const ranges = new Map([
    ...[...lists].map(([one, { isThere }]) => [one, isThere] as const),
    ...required
      .filter((one) => isIndexedRange(one, context))
      .map((one) => [one, leafCondition(one, context, false)] as const),
  ]);
  const inIndex = required.map((one) => inIndexOf(one, context)).find((one) => one !== undefined);
  const isNarrowed =
    siblings !== undefined || inIndex !== undefined || ranges.size > 0 || found !== undefined;
  const below =
    chain === undefined ||
    found !== undefined ||
    siblings !== undefined ||
    required.some((one) => isAboutWords(one, resolved))
      ? undefined
      : {
          chain,
          source: sql`places p cross join documents d${rest}`,
          where: allOf([sql`d.place_id = p.id`, where]),
        };
  const whereByOrder =
    isNarrowed || joined.length > 0 || engine.isRare === undefined
      ? undefined
      : hits === undefined
        ? below && where
        : whereOfHits(engine.isRare(sql`d.seq in (${hits})`));
  const indexes = engine.byOrder;
  const byOrder =
    whereByOrder && indexes
      ? (column: 'modified' | 'title_key') => ({
          source: sql`documents d ${indexes[column]} ${places}`,
          where: whereByOrder,
        })
      : undefined;
  const isOfIndexes = leaves.every(
    (one) => isBesidePlaces(one, resolved) || besideTitle(one, context) !== undefined,
  );
  const isOfCandidates =
    isOfIndexes ||
    leaves.every(
      (one) =>
        isBesidePlaces(one, resolved) || [subjects, coverage].some((name) => textsIn(one, context, name)),
    );
  const candidates =
    siblings !== undefined || words !== undefined || joined.length > 0
      ? []
      : candidatesOf(query, required, context, isOfIndexes);
  const sourceByKey = engine.byKey && sql`documents d ${engine.byKey} ${places}`;
  return {
    source: withPlaces,
    sourceOfMany,
    byKey: ofPlaces ? sourceByKey : undefined,
    oneByOne: isOfCandidates && candidates.length > 0 ? sourceByKey : undefined,
    where,
    counted:
      countedInIndex?.(sql`left join places p on p.id = d.place_id`) ??
      (readsPlaces
        ? ofPlaces
          ? sql`select 1 from places p cross join documents d
              where p.repository = ${scope.repository} and d.place_id = p.id and ${all}`
          : unreadable === undefined
            ? countedByPlaces
            : sql`select 1 from documents d ${narrow}${rest} where ${allOf([unreadable, ...guards, counting, ...ofMany])}`
        : sql`select 1 from documents d ${byFound ?? narrow}${rest} where ${all}`),
    countedFew:
      countedFewInIndex ??
      (readsPlaces
        ? (countedOneByOne(engine, ofPlaces, scope, rest, all) ?? (unreadable && countedByPlaces))
        : undefined),
    countedFewOfHits:
      countedFewInIndex !== undefined ||
      words === undefined ||
      (byOrder === undefined && (!needsScore || engine.oneByOne === undefined))
        ? undefined
        : sql`select 1 from document_index t ${besideHits(narrow)}
            where ${engine.fulltext.matches('t', words)} and ${whereOfHits(isHit, true)}`,
    score: fulltext === undefined ? undefined : engine.fulltext.score('t', fulltext),
    bestFirst: fulltext === undefined ? undefined : engine.fulltext.bestFirst('t'),
    hits,
    best:
      fulltext === undefined || joined.length > 0
        ? undefined
        : (behind, limit) => ({
            source: sql`(${engine.fulltext.best(fulltext, behind, limit)}) t ${besideHits(sql``)}`,
            order: engine.fulltext.inOrderOfBest,
            where: whereOfHits(isHit),
          }),
    ofHits:
      words === undefined || joined.length > 0 || siblings !== undefined
        ? undefined
        : (limit) => ({
            source: sql`(select * from document_index t where ${engine.fulltext.matches('t', words)}
              limit ${limit}) t ${besideHits(sql``)}`,
            where: whereOfHits(isHit),
          }),
    byIndex:
      isNarrowed || hits !== undefined || below !== undefined || joined.length > 0
        ? undefined
        : (index) => sql`documents d ${index} ${places}`,
    byOrder,
    joined,
    ranges,
    inIndex,
    below,
    candidates,
    hasOnlyStructuralConditions: ofPlaces && !leaves.some(asksThumbnail),
    folder: leaves.every((one) => isOfRow(one, resolved)) ? siblings?.parentId : undefined,
  };
}

function countedOneByOne(
  { oneByOne }: Engine,
  isOfPlaces: boolean,
  { repository }: SearchScope,
  rest: RawBuilder<unknown>,
  all: Condition,
): RawBuilder<unknown> | undefined {
  if (oneByOne === undefined) return undefined;
  return isOfPlaces
    ? sql`select 1 from places p ${oneByOne('documents', sql`documents.place_id = p.id`, 'd')}
        where p.repository = ${repository} and ${all}`
    : sql`select 1 from documents d ${oneByOne('places', sql`places.id = d.place_id`, 'p')}${rest} where ${all}`;
}

function visible(scope: SearchScope, engine: Engine): readonly Condition[] {
  return [
    sql`d.repository = ${scope.repository}`,
    scope.readAclIds === undefined
      ? isPresent('d')
      : engine.isOneOf(sql.ref('p.read_acl_id'), scope.readAclIds),
  ];
}

/**
 * `visible` for very many documents: their places are compared with the list of unreadable places, instead of being
 * looked up one by one. Undefined where the engine does that by itself, and where everything is readable.
 */
function isInNoUnreadablePlace(
  { repository, readAclIds }: SearchScope,
  engine: Engine,
): Condition | undefined {
  if (engine.name === 'postgres' || readAclIds === undefined) return undefined;
  const isReadable = engine.isOneOf(sql.ref('other.read_acl_id'), readAclIds);
  return allOf([
    sql`d.repository = ${repository}`,
    isPresent('d'),
    sql`d.place_id not in (select other.id from places other where not ${isReadable} /* reads all: places, once */)`,
  ]);
}

/** The possible types of results: those of FROM, without types that have a facet which every result must lack. */
function requestedTypes(
  { query, scope }: QueryRequest,
  resolved: ReadonlyMap<Reference, Field>,
): ReadonlySet<string> {
  const types = new Set<string>();
  for (const { name } of query.from) {
    const concrete = scope.types.concreteTypes(rootTypeNamed(name));
    if (concrete === undefined) throw invalid(`Unknown type: ${name}`);
    for (const type of concrete) types.add(type);
  }
  const parts = query.where?.kind === 'and' ? query.where.items : [query.where];
  for (const part of parts) {
    if (part?.kind !== 'comparison' || part.operator !== '!=' || part.right.kind !== 'string') continue;
    if (part.left.kind !== 'reference' || resolved.get(part.left)?.kind !== 'facets') continue;
    for (const type of scope.types.typesWithFacet(part.right.value)) types.delete(type);
  }
  return types;
}

/** Comparisons of columns: a million rows take far less than any time limit, and reading the clock would double that. */
function isPlain(predicate: LeafPredicate, resolved: ReadonlyMap<Reference, Field>): boolean {
  if (predicate.kind === 'like') return false;
  return referencesOf(predicate).every((reference) => {
    const field = resolved.get(reference);
    if (field?.kind === 'value') return field.isColumn === true;
    return field?.kind === 'path' || field?.kind === 'ancestor' || field?.kind === 'facets';
  });
}

/** The description of a page provider for `GET /search/pp/{name}`. */
import type { Json } from '#wire/json.ts';
import type { Session } from '../kernel/session.ts';
import type { SchemaDefinition } from '../types/definitions.ts';
import type { TypeRegistry } from '../types/registry.ts';
import type {
  AggregateDefinition,
  PredicateDefinition,
  ProviderDefinition,
  SortInfo,
} from './provider-definitions.ts';

/** Undefined when unknown. */
export function describeProvider(session: Session, name: string): Readonly<Record<string, Json>> | undefined {
  const provider = session.repository.providers.get(name);
  if (!provider) return undefined;
  const schema = parameterSchema(session.types, provider.searchDocumentType)?.name ?? null;
  return {
    name: provider.name,
    ...queryOf(provider, schema),
    pageProviderClass: null,
    searchDocumentType: provider.searchDocumentType ?? null,
    pageSize: provider.pageSize,
    maxPageSize: provider.maxPageSize ?? session.repository.settings.maxPageSize,
    pageSizeOptions: [],
    pageSizeBinding: null,
    sortInfos: sorts(provider.sort),
    sortInfosBinding: null,
    sortable: provider.isSortable,
    queryParameters: [],
    quotePatternParameters: provider.quoteParameters,
    escapePatternParameters: provider.escapeParameters,
    properties: {},
    aggregates: provider.aggregates.map((aggregate) => describeAggregate(aggregate, schema)),
    quickFilters: provider.quickFilters.map(({ name: filter, clause, sort = [] }) => ({
      name: filter,
      clause: clause ?? null,
      sortInfos: sorts(sort),
    })),
    enabled: true,
    usageTrackingEnabled: false,
  };
}

function sorts(infos: readonly SortInfo[]): Json {
  return infos.map(({ column, ascending }) => ({ sortColumn: column, sortAscending: ascending }));
}

const everything = 'SELECT * FROM Document';

/** With predicates or a fixed part it has a where clause, and a pattern only if that says more. */
function queryOf(
  { pattern, fixedPart, predicates }: ProviderDefinition,
  schema: string | null,
): { readonly pattern: string | null; readonly whereClause: Json } {
  if (fixedPart === undefined && predicates.length === 0) return { pattern, whereClause: null };
  const isPlain = !pattern.includes('WHERE');
  return {
    pattern: isPlain ? null : pattern,
    whereClause: {
      selectStatement: isPlain && pattern !== everything ? pattern : null,
      fixedPart: fixedPart === undefined ? null : fixedPart.replaceAll(/\s+/g, ' ').trim(),
      quoteFixedPartParameters: true,
      escapeFixedPartParameters: true,
      escaperClass: null,
      predicates: predicates.map((predicate) => describePredicate(predicate, schema)),
    },
  };
}

function describePredicate(
  { operator, property, parameter, upper }: PredicateDefinition,
  schema: string | null,
): Json {
  const names = upper === undefined ? [parameter] : [parameter, upper];
  return {
    operator,
    parameter: property,
    type: 'atomic',
    operatorField: null,
    operatorSchema: null,
    hint: null,
    values: names.map((name) => describeField(name, schema)),
  };
}

function describeField(name: string, schema: string | null): Json {
  return { name, schema, xpath: null };
}

function describeAggregate(
  { id, type, field, properties = {}, ranges = [] }: AggregateDefinition,
  schema: string | null,
): Json {
  const ofDates = type === 'date_range';
  const order = Object.fromEntries(ranges.map(({ key }, index) => [key, index]));
  return {
    id,
    type,
    documentField: field.replace(/^(\w+:\w+)\//, '$1.'),
    searchField: describeField(id, schema),
    properties,
    ranges: ofDates ? [] : ranges.map(({ key, from, to }) => ({ key, from: from ?? null, to: to ?? null })),
    dateRanges: ofDates
      ? ranges.map(({ key, from, to }) => ({
          key,
          from: null,
          to: null,
          fromAsString: from ?? null,
          toAsString: to ?? null,
        }))
      : [],
    aggregateRangeDefinitionOrderMap: ofDates ? {} : order,
    aggregateDateRangeDefinitionOrderMap: ofDates ? order : {},
  };
}

/** The schema of the search's own type, without the schemas that all saved searches have. */
export function parameterSchema(
  types: TypeRegistry,
  searchType: string | undefined,
): SchemaDefinition | undefined {
  const usual = new Set(types.facets.get('SavedSearch')?.schemas);
  const found = searchType === undefined ? undefined : types.type(searchType);
  const own = found?.schemas.filter(({ name }) => !usual.has(name) && name !== 'content_view_display') ?? [];
  return own.at(0);
}

/** Page providers from configuration. Invariant: names and operators are checked here, the query when it is run. */
import {
  type AggregateDefinition,
  type PredicateDefinition,
  type ProviderDefinition,
  provider,
  sortInfos,
} from '../search/provider-definitions.ts';
import { asBoolean, asNumber, asString, type Reader } from './reader.ts';

const operators = [
  '=',
  '!=',
  '<',
  '>',
  '<=',
  '>=',
  'IN',
  'BETWEEN',
  'LIKE',
  'ILIKE',
  'STARTSWITH',
  'FULLTEXT',
  'IS NULL',
] as const;

const aggregateTypes = [
  'terms',
  'significant_terms',
  'range',
  'date_range',
  'histogram',
  'date_histogram',
  'min',
  'max',
  'avg',
  'sum',
  'cardinality',
  'count',
  'missing',
] as const;

export function readPageProviders(section: Reader): readonly ProviderDefinition[] {
  return section.entries((name, value) => {
    const fields = value.fields([
      'query',
      'where',
      'predicates',
      'sort',
      'sortable',
      'pageSize',
      'maxPageSize',
      'quoteParameters',
      'escapeParameters',
      'aggregates',
      'quickFilters',
    ]);
    const sort = fields.optional('sort')?.string();
    const where = fields.optional('where')?.string();
    return provider(name, fields.required('query').string(), {
      pageSize: fields.optional('pageSize')?.number() ?? 50,
      ...(where === undefined ? {} : { fixedPart: where }),
      ...(sort === undefined ? {} : { sort }),
      predicates: fields.optional('predicates')?.list(readPredicate) ?? [],
      aggregates: fields.optional('aggregates')?.list(readAggregate) ?? [],
      quickFilters: fields.optional('quickFilters')?.list(readQuickFilter) ?? [],
      isSortable: fields.optional('sortable')?.boolean() ?? true,
      ...fields.maybe('maxPageSize', asNumber),
      ...fields.maybe('quoteParameters', asBoolean),
      ...fields.maybe('escapeParameters', asBoolean),
    });
  });
}

function readPredicate(value: Reader): PredicateDefinition {
  const fields = value.fields(['parameter', 'operator', 'property', 'upper']);
  return {
    parameter: fields.required('parameter').string(),
    operator: fields.required('operator').word(operators),
    property: fields.required('property').string(),
    ...fields.maybe('upper', asString),
  };
}

function readAggregate(value: Reader): AggregateDefinition {
  const fields = value.fields(['id', 'type', 'field', 'properties', 'ranges']);
  const bound = (one: Reader): number | string =>
    typeof one.value === 'number' ? one.number() : one.string();
  return {
    id: fields.required('id').string(),
    type: fields.required('type').word(aggregateTypes),
    field: fields.required('field').string(),
    ...fields.maybe('properties', (map) =>
      Object.fromEntries(map.entries((name, one) => [name, String(one.json())] as const)),
    ),
    ...fields.maybe('ranges', (list) =>
      list.list((range) => {
        const parts = range.fields(['key', 'from', 'to']);
        return {
          key: parts.required('key').string(),
          ...parts.maybe('from', bound),
          ...parts.maybe('to', bound),
        };
      }),
    ),
  };
}

function readQuickFilter(value: Reader): ProviderDefinition['quickFilters'][number] {
  const fields = value.fields(['name', 'clause', 'sort']);
  return {
    name: fields.required('name').string(),
    ...fields.maybe('clause', asString),
    ...fields.maybe('sort', (sort) => sortInfos(sort.string())),
  };
}

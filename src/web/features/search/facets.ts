/**
 * The filters of a page provider, from the aggregates in its answer: their values, counts and labels. Pure.
 * Invariant: a chosen value is always listed, even if no document has it any more.
 */
import { kindOfMediaType } from '#web/documents/kind-word.ts';
import type { AggregateBucket, AggregateEntity } from '#wire/search.ts';
import type { Filters } from './search-state.ts';

export type ValueNaming =
  | { readonly kind: 'media-kind' }
  | { readonly kind: 'type' }
  | { readonly kind: 'state' }
  | { readonly kind: 'period' }
  | { readonly kind: 'size' }
  | { readonly kind: 'person' }
  | { readonly kind: 'directory'; readonly name: string }
  | { readonly kind: 'plain' };

export interface FacetValue {
  /** Several if one label covers several of the server's values, such as all media types of pictures. */
  readonly keys: readonly string[];
  /** The part of the keys that gives the label. */
  readonly name: string;
  readonly count: number;
  readonly chosen: boolean;
}

export interface Facet {
  readonly id: string;
  readonly field: string;
  readonly naming: ValueNaming;
  readonly values: readonly FacetValue[];
}

const namings: Readonly<Record<string, ValueNaming>> = {
  'file:content/mime-type': { kind: 'media-kind' },
  'ecm:primaryType': { kind: 'type' },
  'ecm:currentLifeCycleState': { kind: 'state' },
  'dc:modified': { kind: 'period' },
  'dc:created': { kind: 'period' },
  'file:content/length': { kind: 'size' },
  'common:size': { kind: 'size' },
  'dc:creator': { kind: 'person' },
  'dc:lastContributor': { kind: 'person' },
  'dc:contributors': { kind: 'person' },
  'dc:nature': { kind: 'directory', name: 'nature' },
  'dc:subjects': { kind: 'directory', name: 'l10nsubjects' },
  'dc:coverage': { kind: 'directory', name: 'l10ncoverage' },
};

/** The order of the filters, the most used first. */
const order = Object.keys(namings);

export function namingOf(field: string): ValueNaming {
  return namings[canonical(field)] ?? { kind: 'plain' };
}

/** The field's usual name: servers with a search index name it in their own ways. */
function canonical(field: string): string {
  return field.replace(/\.keyword$/, '').replace(/^file:content\.(?=mime-type|length)/, 'file:content/');
}

export function facetsIn(
  aggregations: Readonly<Record<string, AggregateEntity>> | undefined,
  filters: Filters,
): readonly Facet[] {
  const facets = Object.values(aggregations ?? {}).flatMap((aggregate): readonly Facet[] => {
    const field = canonical(aggregate.field);
    const naming = namingOf(field);
    const buckets = aggregate.extendedBuckets ?? aggregate.buckets ?? [];
    const values = valuesOf(buckets, naming, filters[aggregate.id] ?? []);
    return values.length === 0 ? [] : [{ id: aggregate.id, field, naming, values }];
  });
  return facets.sort((one, other) => rank(one.field) - rank(other.field));
}

function rank(field: string): number {
  const found = order.indexOf(field);
  return found === -1 ? order.length : found;
}

function valuesOf(
  buckets: readonly AggregateBucket[],
  naming: ValueNaming,
  chosen: readonly string[],
): readonly FacetValue[] {
  const gone = chosen.filter((key) => !buckets.some((bucket) => bucket.key === key));
  const all = [...buckets.filter(({ key }) => key !== ''), ...gone.map((key) => ({ key, docCount: 0 }))];
  const shown = all.filter(({ key, docCount }) => docCount > 0 || chosen.includes(key));
  const groups = Map.groupBy(shown, ({ key }) => valueName(key, naming));
  const values = [...groups].map(([name, members]): FacetValue => {
    const keys = members.map(({ key }) => key);
    return {
      keys,
      name,
      count: members.reduce((sum, { docCount }) => sum + docCount, 0),
      chosen: keys.some((key) => chosen.includes(key)),
    };
  });
  return naming.kind === 'period' || naming.kind === 'size'
    ? values
    : values.sort((one, other) => other.count - one.count);
}

/** The name under which several keys are one value, such as the kind of a media type. */
export function valueName(key: string, naming: ValueNaming): string {
  return naming.kind === 'media-kind' ? kindOfMediaType(key) : key;
}

export interface ChosenFilter {
  readonly id: string;
  readonly naming: ValueNaming;
  readonly keys: readonly string[];
  readonly name: string;
  /** False if the server does not know the filter and ignores it. */
  readonly isApplied: boolean;
}

/**
 * One for each chip.
 * @param aggregations undefined while it is unknown which filters there are
 */
export function chosenFilters(
  filters: Filters,
  aggregations: Readonly<Record<string, AggregateEntity>> | undefined,
): readonly ChosenFilter[] {
  return Object.entries(filters).flatMap(([id, keys]) => {
    const naming = namingOf(aggregations?.[id]?.field ?? fieldOfAggregate(id));
    const isApplied = aggregations === undefined || Object.hasOwn(aggregations, id);
    const groups = Map.groupBy(keys, (key) => valueName(key, naming));
    return [...groups].map(([name, members]) => ({ id, naming, keys: members, name, isApplied }));
  });
}

/**
 * Guesses the field from the aggregate's name by the Platform's convention (`dc_creator_agg` is of `dc:creator`), until an
 * answer names it.
 */
function fieldOfAggregate(id: string): string {
  if (id.includes('mimetype')) return 'file:content/mime-type';
  if (id.includes('size')) return 'file:content/length';
  return id
    .replace(/_agg$/, '')
    .replace(/^system_/, 'ecm_')
    .replace('_', ':');
}

/**
 * Which parts of an entity a caller wants, from headers and query, in all historic forms.
 * Invariant: one merged, case-insensitive map. Unknown names have no effect; their number is limited, because they are looked
 * up for each entity.
 */
import { errors } from '#server/core/kernel/errors.ts';
import type { AllHeaders } from './bytes/listener-hints.ts';

export interface ReadingOptions {
  /** Schema names; undefined when none were requested. `*` means all. */
  readonly schemas: ReadonlySet<string> | undefined;
  enrichers(entity: string): readonly string[];
  fetch(entity: string): ReadonlySet<string>;
  translate(entity: string): ReadonlySet<string>;
  /**
   * Whether the next document at this level (1: the requested one) may have properties and enrichers. Decided by `depth`, and
   * false once a request has very many nested entities: enrichers inside enrichers would multiply without end.
   */
  mayEnrich(level: number): boolean;
  /** Two-letter language for translated labels. */
  readonly locale: string;
  /** All values of the query parameter or header with that name, split at commas. */
  values(name: string): readonly string[];
}

const mostNested = 10_000;
/** More than all names that a server knows. */
const mostNames = 1_000;

const oldNames: ReadonlyMap<string, string> = new Map([
  ['documentproperties', 'properties'],
  ['context-category', 'enrichers.document'],
  ['enrichers', 'enrichers.document'],
]);

export function readingOptions(headers: AllHeaders, query: URLSearchParams): ReadingOptions {
  const texts = new Map<string, string>();
  const add = (spelled: string, value: string): void => {
    const lower = spelled.toLowerCase();
    const bare = lower.startsWith('x-nx') ? lower.slice(4) : lower;
    const name = (oldNames.get(bare) ?? bare).replace(/^(enrichers|fetch|translate)-/, '$1.');
    const earlier = texts.get(name);
    texts.set(name, earlier === undefined ? value : `${earlier},${value}`);
  };
  for (const [name, value] of query) add(name, value);
  headers.forEach((value, name) => {
    add(name, value);
  });
  const values = (name: string): readonly string[] =>
    (texts.get(name.toLowerCase()) ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  const sets = new Map<string, ReadonlySet<string>>();
  /** Cached, because a list asks the same for each of its entries. */
  const setOf = (name: string): ReadonlySet<string> => {
    const known = sets.get(name) ?? new Set(values(name));
    if (known.size > mostNames) throw errors.badRequest(`${name} may name ${mostNames} things at most`);
    sets.set(name, known);
    return known;
  };
  const schemas = setOf('properties');
  const depths = { children: 2, max: 3 } as const;
  const word = values('depth')[0];
  const depth = word === 'children' || word === 'max' ? depths[word] : 1;
  let nested = 0;
  return {
    schemas: schemas.size > 0 ? schemas : undefined,
    enrichers: (entity) => [...setOf(`enrichers.${entity}`)],
    fetch: (entity) => setOf(`fetch.${entity}`),
    translate: (entity) => setOf(`translate.${entity}`),
    mayEnrich: (level) => {
      if (level > 1) nested++;
      return level <= depth && (level === 1 || nested <= mostNested);
    },
    locale: localeOf(query.get('language') ?? headers.get('accept-language') ?? ''),
    values,
  };
}

function localeOf(accepted: string): string {
  const first = /^\s*([a-z]{2,3})\b/i.exec(accepted)?.[1];
  return first?.toLowerCase() ?? 'en';
}

// The names that a query may use on one server: types, facets and properties, from `GET /config/types`. Invariant: properties are
// keyed by canonical path, where every list position is `*`: `files:files/*/file/name`.

import type { ConfigTypes, FieldDescription } from '#wire/config.ts';
import { isFulltextName, type PropertyType, type SystemField, systemField } from './system-fields.ts';

export interface DocumentType {
  readonly name: string;
  readonly parent: string | undefined;
}

/** Where the values of a property come from, so that an editor can fetch them. */
export type ValueSource = { readonly kind: 'directory'; readonly name: string } | { readonly kind: 'users' };

export interface Property {
  readonly xpath: string;
  readonly schema: string;
  readonly type: PropertyType;
  /** Type of the elements of a list. */
  readonly element: PropertyType | undefined;
  readonly values: ValueSource | undefined;
  readonly description: string;
}

export interface Vocabulary {
  readonly types: ReadonlyMap<string, DocumentType>;
  readonly facets: ReadonlySet<string>;
  readonly properties: ReadonlyMap<string, Property>;
  /** Canonical paths by their last part without a prefix: `title` → `dc:title`. */
  readonly shortNames: ReadonlyMap<string, readonly string[]>;
}

const BLOB_PARTS: Readonly<Record<string, string>> = {
  name: 'string',
  'mime-type': 'string',
  encoding: 'string',
  digest: 'string',
  digestAlgorithm: 'string',
  length: 'long',
  data: 'binary',
};

/** The server does not send the vocabularies of the default schemas. */
const WELL_KNOWN_VALUES: Readonly<Record<string, ValueSource>> = {
  'dc:nature': { kind: 'directory', name: 'nature' },
  'dc:subjects': { kind: 'directory', name: 'l10nsubjects' },
  'dc:coverage': { kind: 'directory', name: 'l10ncoverage' },
  'dc:language': { kind: 'directory', name: 'language' },
  'dc:creator': { kind: 'users' },
  'dc:lastContributor': { kind: 'users' },
  'dc:contributors': { kind: 'users' },
};

const SYSTEM_VALUES: Readonly<Record<string, ValueSource>> = {
  'ecm:lockOwner': { kind: 'users' },
  'ecm:acl/*/principal': { kind: 'users' },
  'ecm:acl/*/creator': { kind: 'users' },
};

const NO_PARENT = 'None!!!';

const SCALARS: ReadonlyMap<string, PropertyType> = new Map<string, PropertyType>([
  ['string', 'string'],
  ['long', 'long'],
  ['integer', 'integer'],
  ['int', 'integer'],
  ['double', 'double'],
  ['boolean', 'boolean'],
  ['date', 'date'],
  ['binary', 'binary'],
  ['blob', 'blob'],
  ['complex', 'complex'],
]);

/** The names in scope; `values` adds to or replaces the known sources of values, by canonical path. */
export function vocabularyFromConfig(
  config: ConfigTypes,
  values: Readonly<Record<string, ValueSource>> = {},
): Vocabulary {
  const types = new Map<string, DocumentType>();
  const facets = new Set<string>();
  for (const [name, type] of Object.entries(config.doctypes)) {
    types.set(name, { name, parent: type.parent === NO_PARENT ? undefined : type.parent });
    for (const facet of type.facets) facets.add(facet);
  }
  for (const root of ['Document', 'Relation']) {
    if (!types.has(root)) types.set(root, { name: root, parent: undefined });
  }
  const properties = propertiesOf(config, { ...WELL_KNOWN_VALUES, ...values });
  return { types, facets, properties, shortNames: shortNames(properties) };
}

function propertiesOf(
  config: ConfigTypes,
  values: Readonly<Record<string, ValueSource>>,
): ReadonlyMap<string, Property> {
  const properties = new Map<string, Property>();
  for (const [schema, { '@prefix': prefix, ...fields }] of Object.entries(config.schemas)) {
    const before = typeof prefix === 'string' && prefix !== '' ? `${prefix}:` : '';
    const add = (xpath: string, field: FieldDescription): void => {
      const spelt = typeof field === 'string' ? field : field.type;
      const isList = spelt.endsWith('[]');
      const single = SCALARS.get(isList ? spelt.slice(0, -2) : spelt) ?? 'string';
      const parts = typeof field === 'string' ? undefined : field.fields;
      const type = isList ? 'list' : single;
      const element = isList ? single : undefined;
      const description = descriptionOf(xpath, schema, values[xpath]);
      properties.set(xpath, { xpath, schema, type, element, values: values[xpath], description });
      if (isList) add(`${xpath}/*`, parts === undefined ? single : { type: 'complex', fields: parts });
      else for (const [name, part] of partsOf(single, parts)) add(`${xpath}/${name}`, part);
    };
    for (const [name, field] of Object.entries(fields)) add(before + name, field);
  }
  return properties;
}

function partsOf(
  type: PropertyType,
  parts: Readonly<Record<string, FieldDescription>> | undefined,
): readonly (readonly [string, FieldDescription])[] {
  return Object.entries(parts ?? (type === 'blob' ? BLOB_PARTS : {}));
}

function descriptionOf(xpath: string, schema: string, values: ValueSource | undefined): string {
  const place = xpath.includes('/') ? 'Part of the' : 'From the';
  if (values === undefined) return `${place} ${schema} schema.`;
  const source = values.kind === 'users' ? 'names of users' : `entries of the ${values.name} vocabulary`;
  return `${place} ${schema} schema; holds ${source}.`;
}

function shortNames(properties: ReadonlyMap<string, Property>): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const xpath of properties.keys()) {
    const colon = xpath.indexOf(':');
    if (colon < 0) continue;
    const short = xpath.slice(colon + 1);
    const known = found.get(short);
    if (known === undefined) found.set(short, [xpath]);
    else known.push(xpath);
  }
  return found;
}

// `files:files[*1]/file/name` and `files:files/0/file/name` → `files:files/*/file/name`.
export function canonicalPath(name: string): string {
  return slashed(name).replace(/\/(?:\*\d*|\d+)(?=\/|$)/g, '/*');
}

/** Brackets rewritten as path segments. */
export function slashed(name: string): string {
  return name.replace(/\[([^[\]]*)\]/g, '/$1');
}

/** The property that a name in a query means; the prefix may be left out only if it is the schema's name. */
export function findProperty(vocabulary: Vocabulary, name: string): Property | undefined {
  const path = canonicalPath(name);
  return propertyAt(vocabulary, path) ?? propertyAt(vocabulary, withoutItemNames(path));
}

function propertyAt(vocabulary: Vocabulary, path: string): Property | undefined {
  const exact = vocabulary.properties.get(path);
  if (exact !== undefined) return exact;
  const found = (vocabulary.shortNames.get(path) ?? [])
    .flatMap((xpath) => vocabulary.properties.get(xpath) ?? [])
    .filter(({ xpath, schema }) => xpath.startsWith(`${schema}:`));
  return preferred(found, ({ xpath }) => xpath);
}

/** The elements of a list may be given any name: `list/item[0]` is `list/0`. */
function withoutItemNames(path: string): string {
  return path.replace(/\/[^/*]+(?=\/\*)/g, '');
}

/** The prefix to prefer if several schemas have the field of a name without prefix. */
const preferredPrefix = 'file:';

/** The only one, or the one of the preferred schema; undefined if the name is ambiguous. */
export function preferred<T>(found: readonly T[], nameOf: (one: T) => string): T | undefined {
  if (found.length === 1) return found[0];
  return found.find((one) => nameOf(one).startsWith(preferredPrefix));
}

export interface NamedField {
  readonly name: string;
  readonly type: PropertyType;
  readonly element: PropertyType | undefined;
  readonly values: ValueSource | undefined;
  readonly system: SystemField | undefined;
}

/** The system field or property of that name, in one shape. */
export function findField(vocabulary: Vocabulary, name: string): NamedField | undefined {
  if (!name.startsWith('ecm:')) {
    const property = findProperty(vocabulary, name);
    return property && { ...property, name, system: undefined };
  }
  const system = systemField(slashed(name));
  if (system === undefined) return undefined;
  const values = isFulltextName(name) ? undefined : SYSTEM_VALUES[system.name];
  return { name, type: system.type, element: system.element, values, system };
}

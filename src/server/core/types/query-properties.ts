/**
 * Finds the property that an NXQL name means: `dc:title`, `file:content/length`, `content/length`,
 * `files:files/*1/file/name`, `files:files[0]/file`. The prefix may be left out only when it equals the schema's name.
 */
import { preferred, slashed } from '#nxql/index.ts';
import type { QueryProperty, ScalarType } from '../kernel/document-store.ts';
import type { FieldDefinition, SchemaDefinition } from './definitions.ts';

interface Schemas {
  readonly schemas: ReadonlyMap<string, SchemaDefinition>;
  readonly schemasByPrefix: ReadonlyMap<string, SchemaDefinition>;
}

const blobParts: ReadonlyMap<string, ScalarType> = new Map(
  Object.entries<ScalarType>({
    name: 'string',
    'mime-type': 'string',
    encoding: 'string',
    digest: 'string',
    length: 'long',
    data: 'string',
  }),
);

export function findProperty(registry: Schemas, name: string): QueryProperty | undefined {
  const [first, ...rest] = slashed(name).split('/');
  const top = first === undefined ? undefined : findTop(registry, first);
  if (!top) return undefined;
  const segments = [top.name];
  let field: FieldDefinition | undefined = top.field;
  /** In a list: the next segment must select an item. */
  let inList = field.list;
  for (const [index, segment] of rest.entries()) {
    // An item of a list may be called by any name: `friends/item[0]` is `friends/0`.
    if (inList && !isIndex(segment) && isIndex(rest[index + 1])) continue;
    segments.push(segment);
    if (inList && isIndex(segment)) {
      inList = false;
      continue;
    }
    if (inList || !field) return undefined;
    if (field.type === 'blob') {
      const part = blobParts.get(segment);
      return part && index === rest.length - 1 ? { segments, type: part, isList: false } : undefined;
    }
    field = field.fields?.find((candidate) => candidate.name === segment);
    if (!field) return undefined;
    inList = field.list;
  }
  return propertyOf(segments, field, inList);
}

/** All properties that the configuration wants an index for. */
export function indexedProperties(schemas: Iterable<SchemaDefinition>): readonly QueryProperty[] {
  const found: QueryProperty[] = [];
  const visit = (segments: readonly string[], field: FieldDefinition): void => {
    if (field.indexed) found.push(propertyOf(segments, field, false));
    for (const part of field.fields ?? []) visit([...segments, part.name], part);
  };
  for (const { prefix, fields } of schemas)
    for (const field of fields) visit([`${prefix}:${field.name}`], field);
  return found;
}

function propertyOf(segments: readonly string[], field: FieldDefinition, isList: boolean): QueryProperty {
  const type = field.type === 'integer' ? 'long' : field.type;
  return { segments, type, isList, ...(field.indexed ? { isIndexed: true } : {}) };
}

function isIndex(segment: string | undefined): boolean {
  return segment !== undefined && /^(\*\d*|\d+)$/.test(segment);
}

function findTop(registry: Schemas, name: string): { name: string; field: FieldDefinition } | undefined {
  const colon = name.indexOf(':');
  if (colon >= 0) {
    const [before, rest] = [name.slice(0, colon), name.slice(colon + 1)];
    const schema = registry.schemasByPrefix.get(before) ?? registry.schemas.get(before);
    const field = schema?.fields.find((one) => one.name === rest);
    return schema && field && { name: `${schema.prefix}:${rest}`, field };
  }
  const found = [...registry.schemas.values()].flatMap((schema) =>
    schema.fields
      .filter((field) => field.name === name && schema.prefix === schema.name)
      .map((field) => ({ name: `${schema.prefix}:${name}`, field })),
  );
  return preferred(found, (one) => one.name);
}

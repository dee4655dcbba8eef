/**
 * A document's icon (`common:icon`): by the type of its main file, else by the document's type.
 * Invariant: the icon servlet can draw every name in this file.
 */
import type { DocumentRow, Properties } from '../kernel/model.ts';
import type { TypeRegistry } from '../types/registry.ts';
import { blobsOf } from './properties.ts';

type Shape = Pick<DocumentRow, 'type' | 'facets'>;

const property = 'common:icon';

/** The first pattern that matches the media type gives the name. */
const kinds: readonly (readonly [RegExp, string])[] = [
  [/^application\/pdf$/, 'pdf'],
  [/^image\//, 'image'],
  [/^audio\//, 'audio'],
  [/^video\//, 'video'],
  [/csv/, 'csv'],
  [/spreadsheet|excel/, 'excel'],
  [/presentation|powerpoint/, 'powerpoint'],
  [/word|opendocument\.text|rtf/, 'word'],
  [/html/, 'html'],
  [/xml/, 'xml'],
  [/^message\//, 'email'],
  [/zip|compressed|x-tar/, 'zip'],
  [/^text\//, 'text'],
];

/** Adds the icon for the content, unless the properties already name another one. */
export function withIcon(
  types: TypeRegistry,
  shape: Shape,
  properties: Properties,
  before: Properties = {},
): Properties {
  if (!types.schemasOf(shape).some((schema) => schema.name === 'common')) return properties;
  const now = iconOf(types, shape, properties);
  const own = properties[property] ?? null;
  const followed = before[property] === undefined || before[property] === iconOf(types, shape, before);
  const isChosen = own !== null && !(followed && own === before[property]);
  return isChosen ? properties : { ...properties, [property]: now };
}

function iconOf(types: TypeRegistry, shape: Shape, properties: Properties): string {
  const [main] = blobsOf(types, { ...shape, properties });
  if (!main) return `/icons/${shape.type.toLowerCase()}.gif`;
  const mimeType = main.blob['mime-type'] ?? '';
  return `/icons/${kinds.find(([pattern]) => pattern.test(mimeType))?.[1] ?? 'file'}.png`;
}

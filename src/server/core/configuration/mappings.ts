/** Named mappings for operations: from a file's metadata, or from another document's properties, to properties. */
import { asString, type Reader } from './reader.ts';

export interface MetadataMapping {
  readonly name: string;
  /** Xpath of the file. */
  readonly blob: string;
  /** Names of metadata, by the xpath that gets the value. */
  readonly properties: ReadonlyMap<string, string>;
}

/** Xpaths on the one document, by xpaths on the other. */
export interface PropertyMapping {
  readonly name: string;
  readonly properties: ReadonlyMap<string, string>;
}

export function readMetadataMappings(section: Reader): readonly MetadataMapping[] {
  return section.entries((name, value) => {
    const fields = value.fields(['blob', 'properties']);
    return {
      name,
      blob: fields.optional('blob')?.string() ?? 'file:content',
      properties: readPairs(fields.required('properties')),
    };
  });
}

export function readPropertyMappings(section: Reader): readonly PropertyMapping[] {
  return section.entries((name, value) => ({ name, properties: readPairs(value) }));
}

function readPairs(section: Reader): ReadonlyMap<string, string> {
  return new Map(section.entries((from, to): [string, string] => [from, asString(to)]));
}

/** Which facts of a file go into which properties, by a name that operations take. */
import { asString, type Reader } from './reader.ts';

export interface MetadataMapping {
  readonly name: string;
  /** Where the file is. */
  readonly blob: string;
  /** Names of facts by xpath. */
  readonly properties: ReadonlyMap<string, string>;
}

export function readMetadataMappings(section: Reader): readonly MetadataMapping[] {
  return section.entries((name, value) => {
    const fields = value.fields(['blob', 'properties']);
    return {
      name,
      blob: fields.optional('blob')?.string() ?? 'file:content',
      properties: new Map(
        fields.required('properties').entries((xpath, fact): [string, string] => [xpath, asString(fact)]),
      ),
    };
  });
}

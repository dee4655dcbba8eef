/** Directories (vocabularies) and their entries. */
import type { JsonObject } from './json.ts';

export interface DirectoryEntity {
  readonly 'entity-type': 'directory';
  readonly name: string;
  readonly schema: string;
  readonly idField: string;
  readonly parent: string | null;
}

export interface DirectoryEntryEntity {
  readonly 'entity-type': 'directoryEntry';
  readonly directoryName: string;
  readonly id: string;
  readonly properties: JsonObject;
}

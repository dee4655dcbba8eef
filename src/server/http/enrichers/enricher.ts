/**
 * One extra piece of an entity that a caller can ask for by name.
 * Invariant: it shows nothing that the caller could not read by another way; when it fails its key is just missing.
 */
import type { DocumentRow } from '#server/core/kernel/model.ts';
import type { Json } from '#wire/json.ts';
import type { Call } from '../application.ts';

export interface DocumentEnricher {
  readonly name: string;
  /** Undefined leaves the key out. `level`: of the document that is enriched, 1 for the one asked for. */
  value(call: Call, document: DocumentRow, level: number): Promise<Json | undefined>;
}

export interface UserEnricher {
  readonly name: string;
  value(call: Call, username: string): Promise<Json>;
}

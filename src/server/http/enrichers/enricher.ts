/**
 * An extra part of an entity that callers ask for by name.
 * Invariant: it contains nothing that the caller could not read otherwise; when it fails, its key is left out.
 */
import type { DocumentRow } from '#server/core/kernel/model.ts';
import type { Json } from '#wire/json.ts';
import type { Call } from '../application.ts';

export interface DocumentEnricher {
  readonly name: string;
  /** Undefined leaves the key out. `level`: the level of the enriched document, 1 for the requested one. */
  value(call: Call, document: DocumentRow, level: number): Promise<Json | undefined>;
}

export interface UserEnricher {
  readonly name: string;
  value(call: Call, username: string): Promise<Json>;
}

/**
 * Actions of bulk commands. Operations add theirs when the server is put together.
 * Invariant: an action runs with the caller's rights, one slice of documents in each transaction.
 */
import type { Json, JsonObject } from '#wire/json.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';

export interface BulkAction {
  readonly name: string;
  /** Also for people who are not administrators. */
  readonly forEveryone: boolean;
  /** Throws for wrong parameters, before anything is scheduled. */
  check(session: Session, parameters: JsonObject): void;
  /** Acts on one document; an error counts the document as failed. */
  apply(session: Session, document: DocumentRow, parameters: JsonObject): Promise<void>;
  /** The text for a failed document in the status, instead of the reason, which is also in `errors`. */
  failure?(commandId: string, documentId: string): string;
  /** A result for all documents, asked for after the last one. */
  finish?(
    session: Session,
    documents: AsyncIterable<DocumentRow>,
    parameters: JsonObject,
    commandId: string,
  ): Promise<Json>;
}

export type BulkActions = ReadonlyMap<string, BulkAction>;

export function bulkActions(...lists: readonly (readonly BulkAction[])[]): BulkActions {
  return new Map(lists.flat().map((action) => [action.name, action]));
}

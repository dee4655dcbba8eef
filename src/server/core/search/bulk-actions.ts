/**
 * What a bulk command can do to the documents of a query. Operations add theirs when the server is put together.
 * Invariant: an action runs as the caller, one slice of documents in one transaction.
 */
import type { Json, JsonObject } from '#wire/json.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';

export interface BulkAction {
  readonly name: string;
  /** Offered to people who are no administrators. */
  readonly forEveryone: boolean;
  /** Throws what is wrong with the parameters before anything is scheduled. */
  check(session: Session, parameters: JsonObject): void;
  /** Acts on one document; throws to count it as an error. */
  apply(session: Session, document: DocumentRow, parameters: JsonObject): Promise<void>;
  /** What its status tells of a document that failed, in place of the reason, which stands among `errors` anyway. */
  failure?(commandId: string, documentId: string): string;
  /** Something to show for all documents, asked after the last one. */
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

/**
 * An `@name` after a resource: it answers at the end of an address, or passes a target to the next adapter.
 * Invariant: rights are checked by the rules that it calls, never assumed from the address.
 */
import type { DocumentRow } from '#server/core/kernel/model.ts';
import type { StoredBlob } from '#server/core/kernel/stores.ts';
import type { Call } from '../application.ts';

export type Target =
  | { readonly kind: 'document'; readonly document: DocumentRow }
  | { readonly kind: 'documents'; readonly documents: readonly DocumentRow[] }
  | {
      readonly kind: 'blob';
      readonly blob: StoredBlob;
      readonly document: DocumentRow;
      readonly xpath: string;
    };

export interface Adapter {
  readonly name: string;
  /** `path`: the segments after the name. */
  answer(call: Call, target: Target, path: readonly string[]): Promise<Response>;
  /** For adapters that others can follow. */
  resolve?(call: Call, target: Target, path: readonly string[]): Promise<Target>;
}

/**
 * An `@name` after a resource: answers by itself at the end of an address, or hands something on to the next one
 *.
 * Invariant: rights are checked by the rules it calls, never assumed from the address.
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
  /** `path`: what follows the name. */
  answer(call: Call, target: Target, path: readonly string[]): Promise<Response>;
  /** For adapters that others may follow. */
  resolve?(call: Call, target: Target, path: readonly string[]): Promise<Target>;
}

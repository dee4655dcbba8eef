/** The one dialog that lists open: its kind and its documents. Its code loads when it is opened. */
import { create } from 'zustand';
import type { ListPlace } from '../list/list-preferences.ts';
import type { StoredDocument } from '../stored-document.ts';

export type Question =
  | {
      readonly kind: 'place';
      readonly verb: 'move' | 'copy' | 'publish';
      readonly documents: readonly StoredDocument[];
    }
  | { readonly kind: 'rename'; readonly document: StoredDocument }
  | {
      readonly kind: 'delete';
      readonly documents: readonly StoredDocument[];
      readonly onConfirmed?: (() => void) | undefined;
    }
  | { readonly kind: 'empty-trash'; readonly count: number }
  | { readonly kind: 'collect'; readonly documents: readonly StoredDocument[] }
  | { readonly kind: 'tags'; readonly documents: readonly StoredDocument[] }
  | { readonly kind: 'new'; readonly folder: StoredDocument; readonly type: string }
  | { readonly kind: 'template'; readonly folder: StoredDocument }
  | { readonly kind: 'column'; readonly place: ListPlace; readonly columns: readonly string[] }
  | { readonly kind: 'offline'; readonly document: StoredDocument }
  | { readonly kind: 'rights'; readonly documents: readonly StoredDocument[] }
  | { readonly kind: 'edit'; readonly documents: readonly StoredDocument[] }
  | {
      readonly kind: 'workflow';
      readonly documents: readonly StoredDocument[];
      readonly onStarted?: (() => void) | undefined;
    };

export const useQuestion = create<{ readonly question: Question | null }>(() => ({ question: null }));

export function ask(question: Question): void {
  useQuestion.setState({ question });
}

export function closeQuestion(): void {
  useQuestion.setState({ question: null });
}

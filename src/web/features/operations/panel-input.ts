/** The input of an operation or a recipe: its initial value when the form opens, and what is sent. Pure. */
import type { OperationInput as WireInput } from '#web/api/operations.ts';
import type { SubjectItem } from '#web/frame/subject.ts';
import type { OperationDescription } from '#wire/operation.ts';
import { type InputKind, takesSeveral } from './catalogue.ts';
import type { PanelInput } from './operation-input.tsx';

export function startInput(kinds: readonly InputKind[], documents: readonly SubjectItem[]): PanelInput {
  const kind = documents.length > 0 && kinds.includes('documents') ? 'documents' : (kinds[0] ?? 'nothing');
  return { kind, documents, files: [], text: '' };
}

/** Null if the input is not complete yet. */
export function wireInput(
  { kind, documents, files, text }: PanelInput,
  /** Null for a recipe, which takes several of everything. */
  operation: OperationDescription | null,
): WireInput | null {
  const several = (what: 'documents' | 'files') => operation === null || takesSeveral(operation, what);
  switch (kind) {
    case 'nothing':
      return { kind: 'void' };
    case 'documents': {
      const [first] = documents;
      if (first === undefined) return null;
      return documents.length > 1 && several('documents')
        ? { kind: 'documents', uids: documents.map(({ id }) => id) }
        : { kind: 'document', uid: first.id };
    }
    case 'files':
      if (files.length === 0) return null;
      return { kind: 'blobs', files: several('files') ? files : files.slice(0, 1) };
    case 'query':
      return text.trim() === '' ? null : { kind: 'query', query: text };
    case 'text':
      return text === '' ? null : { kind: 'value', value: text };
  }
}

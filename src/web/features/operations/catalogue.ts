/** Finds operations in the catalogue by words, groups them by category, and says which input they take. Pure. */
import type { OperationDescription, SignatureKind } from '#wire/operation.ts';

export interface OperationGroup {
  readonly category: string;
  readonly operations: readonly OperationDescription[];
}

/** Every word must be in the name, the label or the description; matches in names come first. */
export function findOperations(
  operations: readonly OperationDescription[],
  typed: string,
): readonly OperationDescription[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  const scored = operations.flatMap((operation) => {
    const name = folded(`${operation.id} ${operation.label} ${(operation.aliases ?? []).join(' ')}`);
    const all = `${name} ${folded(`${operation.category} ${operation.description}`)}`;
    if (!words.every((word) => all.includes(word))) return [];
    const score = words.filter((word) => name.includes(word)).length;
    return [{ operation, score }];
  });
  return scored
    .sort((one, other) => other.score - one.score || one.operation.id.localeCompare(other.operation.id))
    .map(({ operation }) => operation);
}

export function grouped(operations: readonly OperationDescription[]): readonly OperationGroup[] {
  const groups = Map.groupBy(operations, ({ category }) => category);
  return [...groups]
    .map(([category, members]) => ({ category, operations: members }))
    .sort((one, other) => one.category.localeCompare(other.category));
}

function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The kinds of input for an operation, as the panel names them. */
export type InputKind = 'nothing' | 'documents' | 'query' | 'files' | 'text';

const kinds: Readonly<Partial<Record<SignatureKind, InputKind>>> = {
  void: 'nothing',
  document: 'documents',
  documents: 'documents',
  blob: 'files',
  bloblist: 'files',
};

/** In the order of the signature; an operation without one takes anything. */
export function inputKinds({ signature }: OperationDescription): readonly InputKind[] {
  const inputs = signature.filter((_, index) => index % 2 === 0);
  if (inputs.length === 0) return ['nothing', 'documents', 'query', 'files', 'text'];
  const stated = [...new Set(inputs.map((input) => kindOf(input)))];
  // An operation that takes several documents takes the results of a query, too.
  return inputs.includes('documents')
    ? stated.flatMap((kind): readonly InputKind[] => (kind === 'documents' ? [kind, 'query'] : [kind]))
    : stated;
}

function kindOf(input: string): InputKind {
  for (const [kind, mapped] of Object.entries(kinds)) if (kind === input) return mapped;
  return 'text';
}

/** True if one call takes several inputs; otherwise it takes only the first. */
export function takesSeveral({ signature }: OperationDescription, kind: 'documents' | 'files'): boolean {
  const wanted = kind === 'documents' ? 'documents' : 'bloblist';
  return signature.length === 0 || signature.some((one, index) => index % 2 === 0 && one === wanted);
}

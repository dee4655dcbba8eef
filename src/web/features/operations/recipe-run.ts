/**
 * Runs the steps of a recipe one after the other: the result of a step is the input of the next; a step without a result
 * passes on its own input.
 */
import {
  type OperationAnswer,
  type OperationInput,
  type OperationResult,
  runOperation,
} from '#web/api/operations.ts';
import type { RecipeStep } from '#web/api/recipes.ts';
import type { DocumentEntity } from '#wire/document.ts';
import type { OperationDescription } from '#wire/operation.ts';
import { inputKinds, takesSeveral } from './catalogue.ts';
import { checkParameters } from './parameter-values.ts';

/** One call of an operation, as `runOperation` makes it. */
export type RunOne = typeof runOperation;

export class RecipeError extends Error {
  /** From 1. */
  readonly step: number;

  constructor(step: number, operation: string, cause: Error) {
    super(`${step}. ${operation}: ${cause.message}`, { cause });
    this.step = step;
  }
}

export interface RecipeRun {
  readonly steps: readonly RecipeStep[];
  readonly operations: readonly OperationDescription[];
  readonly input: OperationInput;
}

export function operationNamed(
  operations: readonly OperationDescription[],
  name: string,
): OperationDescription | undefined {
  return operations.find(({ id, aliases = [] }) => id === name || aliases.includes(name));
}

const nothing: OperationAnswer = { status: 204, contentType: '', result: { kind: 'void' } };

/** @throws {RecipeError} at the first step that fails: what earlier steps did is not undone */
export async function runRecipe(
  { steps, operations, input: given }: RecipeRun,
  signal: AbortSignal,
  runOne: RunOne = runOperation,
): Promise<OperationAnswer> {
  let input = given;
  let answer = nothing;
  for (const [index, { operation, parameters }] of steps.entries()) {
    try {
      signal.throwIfAborted();
      const description = operationNamed(operations, operation);
      if (description === undefined) throw new Error('no such operation');
      const { params, problems } = checkParameters(description.params, parameters);
      const [wrong] = Object.keys(problems);
      if (wrong !== undefined) throw new Error(wrong);
      answer = await runEach(description, input, (one) =>
        runOne({ id: description.id, input: one, params }, signal),
      );
    } catch (error) {
      if (signal.aborted) throw error;
      throw new RecipeError(index + 1, operation, error instanceof Error ? error : new Error(String(error)));
    }
    if (answer.result.kind === 'documents' && answer.result.list.entries.length === 0) return answer;
    input = nextInput(answer.result) ?? input;
  }
  return answer;
}

/** Calls an operation for one document once for each of several; one without input gets none. */
async function runEach(
  operation: OperationDescription,
  input: OperationInput,
  run: (input: OperationInput) => Promise<OperationAnswer>,
): Promise<OperationAnswer> {
  const kinds = inputKinds(operation);
  const isOfDocuments = input.kind === 'document' || input.kind === 'documents';
  if (isOfDocuments && !kinds.includes('documents') && kinds.includes('nothing'))
    return run({ kind: 'void' });
  if (input.kind !== 'documents' || takesSeveral(operation, 'documents')) return run(input);
  const found: DocumentEntity[] = [];
  let last = nothing;
  for (const uid of input.uids) {
    last = await run({ kind: 'document', uid });
    if (last.result.kind === 'document') found.push(last.result.document);
    if (last.result.kind === 'documents') found.push(...last.result.list.entries);
  }
  if (found.length === 0) return last;
  const list = { 'entity-type': 'documents', entries: found, resultsCount: found.length } as const;
  return { ...last, result: { kind: 'documents', list } };
}

function nextInput(result: OperationResult): OperationInput | null {
  switch (result.kind) {
    case 'document':
      return result.document.uid === null ? null : { kind: 'document', uid: result.document.uid };
    case 'documents':
      return { kind: 'documents', uids: result.list.entries.flatMap(({ uid }) => uid ?? []) };
    case 'blob':
      return { kind: 'blobs', files: [fileOf(result.file)] };
    case 'blobs':
      return { kind: 'blobs', files: result.files.map(fileOf) };
    case 'void':
    case 'primitive':
    case 'records':
    case 'json':
      return null;
  }
}

function fileOf({ filename, blob }: { readonly filename: string; readonly blob: Blob }): File {
  return new File([blob], filename, { type: blob.type });
}

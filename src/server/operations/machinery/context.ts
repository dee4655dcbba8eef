/**
 * State shared by the operations of one call: named variables, and stacks for inputs.
 * Invariant: it lives as long as the call; an isolated run gets a copy and changes nothing outside.
 */
import type { Principals } from '#server/core/kernel/model.ts';
import type { Json, JsonObject } from '#wire/json.ts';
import type { OperationInput, OperationResult } from './result.ts';

export type StackKind = 'document' | 'documents' | 'blob' | 'blobs';

export class OperationContext {
  readonly #variables: Map<string, OperationInput>;
  /** Whose rights the rest of the chain has; undefined for the caller's own. */
  actingAs: Principals | undefined;
  readonly #stacks = new Map<StackKind, OperationInput[]>();

  constructor(variables: Iterable<readonly [string, OperationInput]> = []) {
    this.#variables = new Map(variables);
  }

  static of(json: JsonObject): OperationContext {
    return new OperationContext(
      Object.entries(json).map(([name, value]) => [name, { kind: 'json', value: value ?? null }]),
    );
  }

  get(name: string): OperationInput | undefined {
    return this.#variables.get(name);
  }

  set(name: string, value: OperationInput): void {
    this.#variables.set(name, value);
  }

  setJson(name: string, value: Json): void {
    this.set(name, { kind: 'json', value });
  }

  entries(): readonly (readonly [string, OperationInput])[] {
    return [...this.#variables];
  }

  push(value: OperationInput & { readonly kind: StackKind }): void {
    const stack = this.#stacks.get(value.kind) ?? [];
    this.#stacks.set(value.kind, [...stack, value]);
  }

  /** Removes and returns the last input of the stack, or the first with `bottom`. */
  take(kind: StackKind, from: 'top' | 'bottom'): OperationInput | undefined {
    const stack = this.#stacks.get(kind);
    return from === 'top' ? stack?.pop() : stack?.shift();
  }

  copy(): OperationContext {
    const copy = new OperationContext(this.#variables);
    copy.actingAs = this.actingAs;
    return copy;
  }
}

/** Makes the result of an operation the input of the next one. */
export function asInput(result: OperationResult): OperationInput {
  switch (result.kind) {
    case 'void':
      return { kind: 'void' };
    case 'document':
    case 'blob':
    case 'blobs':
      return result;
    case 'documents':
      return { kind: 'documents', documents: result.documents };
    case 'json':
    case 'value':
      return { kind: 'json', value: result.value };
    case 'records':
      return { kind: 'json', value: result.records };
    case 'user':
      return { kind: 'json', value: result.username };
    case 'users':
      return { kind: 'json', value: result.usernames };
    case 'logEntries':
      return { kind: 'json', value: result.entries.map((entry) => ({ ...entry })) };
    case 'bulkStatus':
      return { kind: 'json', value: { ...result.status } };
    case 'object':
      return { kind: 'json', value: result.value };
  }
}

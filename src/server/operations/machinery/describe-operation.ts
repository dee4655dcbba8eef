/** Makes descriptions of operations for the catalogue from their definitions. */
import type { Json } from '#wire/json.ts';
import type { OperationDescription, OperationParameter } from '#wire/operation.ts';
import type { Operation, RunnableMethod } from './define-operation.ts';
import { listKind, signatureKind } from './output.ts';
import type { Parameter } from './parameters.ts';

export function describeOperation(operation: Operation): OperationDescription {
  const { id, aliases, label, category, description, since } = operation;
  return {
    id,
    ...(aliases ? { aliases } : {}),
    label,
    category,
    requires: null,
    description,
    ...(since === undefined ? {} : { since }),
    url: category === chainCategory ? `Chain.${id}` : id,
    signature: operation.methods.flatMap((method) => signatureOf(method, operation.methods)),
    params: Object.entries(operation.params).map(([name, parameter], index) =>
      describeParameter(name, parameter, index),
    ),
  };
}

/** The category of configured operations. */
export const chainCategory = 'Chain';

function signatureOf({ from, to }: RunnableMethod, all: readonly RunnableMethod[]): readonly string[] {
  const isAlone = (single: RunnableMethod['from']): boolean => !all.some((method) => method.from === single);
  switch (from) {
    // A single one counts as a list of one.
    case 'documents':
      return [...(isAlone('document') ? ['document', signatureKind(to)] : []), from, signatureKind(to)];
    case 'bloblist':
      return [...(isAlone('blob') ? ['blob', signatureKind(to)] : []), from, signatureKind(to)];
    case 'eachDocument':
      return ['document', signatureKind(to), 'documents', listKind(to)];
    case 'eachBlob':
      return ['blob', signatureKind(to), 'bloblist', listKind(to)];
    default:
      return [from, signatureKind(to)];
  }
}

function describeParameter(name: string, parameter: Parameter, order: number): OperationParameter {
  return {
    name,
    description: parameter.description,
    type: parameter.type,
    required: parameter.presence === 'required',
    widget: null,
    order,
    values: parameter.values ?? (parameter.fallback === undefined ? [] : [textOf(parameter.fallback)]),
  };
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

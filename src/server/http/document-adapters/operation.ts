/** `@op/<id>`: runs an operation on the target of the address. */
import { errors } from '#server/core/kernel/errors.ts';
import type { OperationInput } from '#server/operations/machinery/result.ts';
import { dropUsedBatches } from '../bytes/used-batches.ts';
import { readOperationCall, runOperation } from '../operation-call.ts';
import { operationResponse } from '../presenters/operation-result.ts';
import type { Adapter, Target } from './adapter.ts';
import { requireMethod } from './targets.ts';

export const operation: Adapter = {
  name: 'op',
  answer: async (call, target, path) => {
    requireMethod(call.request, 'POST');
    const id = path.join('/');
    if (id === '') throw errors.notFound('No operation was named');
    const given = await readOperationCall(call);
    const result = await runOperation(call, id, { ...given, input: inputFrom(target) });
    await dropUsedBatches(call, { params: given.params });
    return operationResponse(call, result);
  },
};

function inputFrom(target: Target): OperationInput {
  if (target.kind === 'blob') return { kind: 'blob', blob: target.blob };
  return target;
}

/** Calls one operation for a JSON answer; the general form for the operations panel is in `operations.ts`. */
import type { OperationCall } from '#wire/operation.ts';
import { encodeSegment } from './addresses.ts';
import type { RequestOptions } from './client.ts';
import { api } from './start.ts';

export interface OperationRequest extends OperationCall {
  readonly id: string;
}

/** In ms: an operation on many documents may take long. */
const timeout = 120_000;

/** @returns undefined if the operation answers without a body */
export function runForJson(
  { id, input, params = {}, context = {} }: OperationRequest,
  options: RequestOptions = {},
): Promise<unknown> {
  return api().json(`/automation/${encodeSegment(id)}`, {
    timeout,
    ...options,
    method: 'POST',
    body: { params, context, ...(input === undefined ? {} : { input }) },
  });
}

/** Calling one operation for a JSON answer; the operations panel's general form is in `operations.ts`. */
import type { OperationCall } from '#wire/operation.ts';
import { segment } from './addresses.ts';
import type { RequestOptions } from './client.ts';
import { api } from './start.ts';

export interface OperationRequest extends OperationCall {
  readonly id: string;
}

/** Work on many documents may take its time. */
const timeout = 120_000;

/** @returns undefined when the operation answers with nothing */
export function runForJson(
  { id, input, params = {}, context = {} }: OperationRequest,
  options: RequestOptions = {},
): Promise<unknown> {
  return api().json(`/automation/${segment(id)}`, {
    timeout,
    ...options,
    method: 'POST',
    body: { params, context, ...(input === undefined ? {} : { input }) },
  });
}

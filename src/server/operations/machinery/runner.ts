/** The interface with which the edge runs operations; operation-runner.ts implements it. */
import type { Session } from '#server/core/kernel/session.ts';
import type { JsonObject } from '#wire/json.ts';
import type { OperationCatalogue, OperationDescription } from '#wire/operation.ts';
import type { OperationInput, OperationResult, RequestInfo } from './result.ts';

export interface OperationCall {
  readonly input: OperationInput;
  readonly params: JsonObject;
  readonly context: JsonObject;
}

export interface OperationRunner {
  catalogue(): OperationCatalogue;
  /** By id, alias, chain id or `Chain.<id>`; undefined when unknown. */
  describe(id: string): OperationDescription | undefined;
  /** Only administrators may run it over HTTP. */
  isAdministratorOnly(id: string): boolean;
  run(session: Session, id: string, call: OperationCall, request: RequestInfo): Promise<OperationResult>;
}

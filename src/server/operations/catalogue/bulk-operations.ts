/** The bulk action `automation`: an operation on every document of a query, as a job. */
import { errors } from '#server/core/kernel/errors.ts';
import type { Session } from '#server/core/kernel/session.ts';
import type { BulkAction } from '#server/core/search/bulk-actions.ts';
import type { JsonObject } from '#wire/json.ts';
import { isJsonObject, isString } from '#wire/json.ts';
import type { OperationRunner } from '../machinery/runner.ts';

export function operationBulkActions(operations: OperationRunner): readonly BulkAction[] {
  const check = (session: Session, { operationId: id, parameters }: JsonObject): void => {
    const refuse = (name: string) => errors.badRequest(`Invalid ${name} in command: automation`);
    if (id !== undefined && id !== null && !isString(id)) throw refuse('operationId');
    if (parameters !== undefined && parameters !== null && !isJsonObject(parameters))
      throw refuse('parameters');
    const isOffered =
      isString(id) &&
      operations.describe(id) !== undefined &&
      (session.principals.isAdministrator || !operations.isAdministratorOnly(id));
    if (!isOffered)
      throw errors.badRequest(`Unknown operation id ${String(id ?? null)} in command: automation`);
  };
  return ['automation', 'automationUi'].map((name) => ({
    name,
    forEveryone: true,
    check,
    failure: (command, document) =>
      `Bulk Action Operation with commandId: ${command} fails on documents: [${document}]`,
    async apply(session, document, parameters) {
      // Checked again, because the owner's rights may have changed while the command waited.
      check(session, parameters);
      const { operationId, parameters: params } = parameters;
      await operations.run(
        session,
        String(operationId),
        { input: { kind: 'document', document }, params: isJsonObject(params) ? params : {}, context: {} },
        { baseUrl: '', locale: 'en' },
      );
    },
  }));
}

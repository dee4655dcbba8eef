/** `automation`: an operation on every document of a query, in the background. */
import { errors } from '#server/core/kernel/errors.ts';
import type { Session } from '#server/core/kernel/session.ts';
import type { BulkAction } from '#server/core/search/bulk-actions.ts';
import type { JsonObject } from '#wire/json.ts';
import { isJsonObject, isString } from '#wire/json.ts';
import type { OperationRunner } from '../machinery/runner.ts';

export function operationBulkActions(operations: OperationRunner): readonly BulkAction[] {
  const check = (session: Session, { operationId: id }: JsonObject): void => {
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
    async apply(session, document, parameters) {
      // The command may have waited; its owner's rights are looked at again.
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

/** Reads variables as values of a required kind. */
import { errors } from '#server/core/kernel/errors.ts';
import type { Session } from '#server/core/kernel/session.ts';
import { adapters } from './input.ts';
import type { OperationInput } from './result.ts';

async function only<Input>(
  session: Session,
  value: OperationInput,
  kind: (
    session: Session,
    input: OperationInput,
  ) => Promise<{ readonly items: readonly Input[] } | undefined>,
): Promise<Input> {
  const [item] = (await kind(session, value))?.items ?? [];
  if (item === undefined) throw errors.badRequest('The variable holds something else');
  return item;
}

export const documentIn = (session: Session, value: OperationInput) =>
  only(session, value, adapters.document);
export const documentsIn = (session: Session, value: OperationInput) =>
  only(session, value, adapters.documents);
export const blobIn = (session: Session, value: OperationInput) => only(session, value, adapters.blob);
export const blobsIn = (session: Session, value: OperationInput) => only(session, value, adapters.bloblist);

/** Finds the document in the context variable `currentDocument`: a row, an id or a path. */
import { errors } from '#server/core/kernel/errors.ts';
import type { DocumentRow } from '#server/core/kernel/model.ts';
import type { Session } from '#server/core/kernel/session.ts';
import type { OperationContext } from './context.ts';
import { documentFrom } from './references.ts';

export async function currentDocument(call: {
  readonly session: Session;
  readonly context: OperationContext;
}): Promise<DocumentRow> {
  const named = call.context.get('currentDocument');
  if (named?.kind === 'document') return named.document;
  const found = named?.kind === 'json' ? await documentFrom(call.session, named.value) : undefined;
  if (!found) throw errors.badRequest('The context names no currentDocument');
  return found;
}

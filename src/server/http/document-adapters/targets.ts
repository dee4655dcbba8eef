/** Gets the document or blob that an adapter needs from its target, or refuses. */

import { blobsOf } from '#server/core/documents/properties.ts';
import { fromBlobValue } from '#server/core/files/blobs.ts';
import { errors } from '#server/core/kernel/errors.ts';
import type { DocumentRow } from '#server/core/kernel/model.ts';
import type { Session } from '#server/core/kernel/session.ts';
import type { StoredBlob } from '#server/core/kernel/stores.ts';
import { methodNotAllowed } from '../router.ts';
import type { Target } from './adapter.ts';

export function documentOf(target: Target): DocumentRow {
  if (target.kind === 'documents') throw errors.notFound('This adapter needs one document');
  return target.document;
}

/** The blob itself, or a document's main blob. */
export function mainBlobOf(session: Session, target: Target): StoredBlob | undefined {
  if (target.kind === 'blob') return target.blob;
  const main = blobsOf(session.types, documentOf(target))[0];
  return main && fromBlobValue(main.blob);
}

export function requireMethod(request: Request, ...allowed: readonly string[]): void {
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  if (!allowed.includes(method)) throw methodNotAllowed(request.method, allowed);
}

/**
 * Publishes a rendition of a document: the section shows a document that holds the rendition's bytes.
 * Invariant: it is made with the publisher's rights, once for each version; replaced ones without a proxy are removed.
 */
import { requirePermission } from '../access/access.ts';
import { removeOrphans } from '../documents/document-removal.ts';
import { lockForPublishing, show, versionToShow } from '../documents/publishing.ts';
import {
  isOfKind,
  isOfSource,
  type RenditionKind,
  storedRenditions,
  storeRendition,
} from '../documents/stored-renditions.ts';
import { errors } from '../kernel/errors.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import type { StoredBlob } from '../kernel/stores.ts';
import { render, renditionsOf } from './renditions.ts';

/** @param name undefined: the default rendition of the document's type */
export async function publishRendition(
  session: Session,
  requested: DocumentRow,
  section: DocumentRow,
  name: string | undefined,
  override = true,
): Promise<DocumentRow> {
  const { documents } = await session.write();
  const document = await lockForPublishing(session, requested, section);
  await requirePermission(session, section, 'AddChildren');
  const live = await documents.getForUpdate(document.seriesId);
  const source = await versionToShow(session, document);
  const kind = renditionToStore(session, source, name);
  const earlier = await storedRenditions(session, source.seriesId);
  const shown = override ? await heldProxiesIn(session, earlier, section) : [];
  const known = earlier.findLast((one) => isOfKind(one, kind) && isOfSource(one, source));
  // Undefined when its last proxy was removed meanwhile. Locked after the proxies, in the order that their removal uses.
  const stored =
    (known && (await documents.getForUpdate(known.id))) ??
    (await storeRendition(session, source, kind, await rendered(session, source, live, kind.name)));
  const alike = shown.filter((one) => isOfKind(one, kind));
  // Of a document with versions a section shows one rendition; of a document without, one of each kind.
  const replaced = source.isVersion ? shown : alike;
  const proxy = await show(session, stored, section, replaced, alike);
  await removeOrphans(
    session,
    replaced.flatMap(({ proxyTargetId }) => proxyTargetId ?? []),
  );
  return proxy;
}

function renditionToStore(
  session: Session,
  source: DocumentRow,
  requested: string | undefined,
): RenditionKind {
  const name = requested ?? (['File', 'Note'].includes(source.type) ? 'pdf' : 'mainBlob');
  const isThere =
    name === 'mainBlob' || renditionsOf(session, source).some((rendition) => rendition.name === name);
  if (!isThere) throw errors.badRequest(requested ? `Rendition ${name} not available` : unable);
  // The contents of a folder depend on the reader's rights.
  const { isAdministrator, username } = session.principals;
  const variant = name === 'zipTreeExport' ? (isAdministrator ? 'administrator' : `user:${username}`) : null;
  return { name, variant };
}

const unable = 'Unable to render the document';

/** Rendered from the live document when it equals the version: only the live one has a path and children. */
async function rendered(
  session: Session,
  source: DocumentRow,
  before: DocumentRow | undefined,
  name: string,
): Promise<StoredBlob> {
  const live = before && (await session.read.documents.get(before.id));
  const isSame = live !== undefined && !live.isCheckedOut && live.baseVersionId === source.id;
  const blob = await render(session, isSame ? live : source, name);
  if (!blob) throw errors.badRequest(unable);
  return blob;
}

async function heldProxiesIn(
  session: Session,
  stored: readonly DocumentRow[],
  section: DocumentRow,
): Promise<readonly DocumentRow[]> {
  const { documents } = await session.write();
  const held: DocumentRow[] = [];
  for (const { id, parentId } of await documents.proxiesOf(stored.map((one) => one.id))) {
    const proxy = parentId === section.id ? await documents.getForUpdate(id) : undefined;
    if (proxy) held.push(proxy);
  }
  return held;
}

/**
 * Tags on documents: labels, each with the name of the person who added it.
 * Invariant: labels are normalized (lower case, no blanks, slashes, quotes or percent signs) and unique in a document.
 */
import type { Json } from '#wire/json.ts';
import { isJsonObject } from '#wire/json.ts';
import { hasPermission, requirePermission } from '../access/access.ts';
import { elevated } from '../access/elevated.ts';
import { changeDocument } from '../documents/documents.ts';
import { errors } from '../kernel/errors.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { checkedQuery, requestFor } from '../search/run-query.ts';
import { OwnedValues } from '../types/owned-values.ts';

export interface Tag {
  readonly label: string;
  readonly username: string;
}

export function tagsOf(document: DocumentRow): readonly Tag[] {
  const value = document.properties['nxtag:tags'];
  return Array.isArray(value) ? value.flatMap(readTag) : [];
}

function readTag(value: Json): readonly Tag[] {
  if (!isJsonObject(value) || typeof value.label !== 'string') return [];
  return [{ label: value.label, username: typeof value.username === 'string' ? value.username : '' }];
}

function cleanLabel(label: string): string {
  const clean = label.toLowerCase().replace(/[\s/\\'%]/g, '');
  if (clean === '') throw errors.badRequest('Invalid empty tag');
  return clean;
}

/** Needs only Read. */
export async function addTags(
  session: Session,
  document: DocumentRow,
  labels: readonly string[],
): Promise<DocumentRow> {
  await requirePermission(session, document, 'Read');
  if (!session.types.hasFacet(document, 'NXTag')) {
    throw errors.badRequest(`Document ${document.id} cannot be tagged`);
  }
  // A comma at the end leaves an empty label.
  const wanted = [...new Set(labels.filter((label) => label !== '').map(cleanLabel))];
  return change(session, document, (current) => {
    const known = new Set(current.map(({ label }) => label));
    const fresh = wanted.filter((label) => !known.has(label));
    return [...current, ...fresh.map((label) => ({ label, username: session.username }))];
  });
}

/** Removes the caller's own tags; those of others too if the caller may change the document. */
export async function removeTags(
  session: Session,
  document: DocumentRow,
  labels: readonly string[],
): Promise<DocumentRow> {
  await requirePermission(session, document, 'Read');
  const unwanted = new Set(labels.map(cleanLabel));
  const mayWrite = await hasPermission(session, document, 'WriteProperties');
  return change(session, document, (current) => {
    const going = current.filter(({ label }) => unwanted.has(label));
    if (!mayWrite && !going.every(({ username }) => username === session.username)) {
      throw errors.missingPrivilege('WriteProperties', session.username);
    }
    return current.filter((tag) => !going.includes(tag));
  });
}

export async function removeAllTags(session: Session, document: DocumentRow): Promise<DocumentRow> {
  await requirePermission(session, document, 'WriteProperties');
  return change(session, document, () => []);
}

async function change(
  session: Session,
  document: DocumentRow,
  edit: (current: readonly Tag[]) => readonly Tag[],
): Promise<DocumentRow> {
  if (document.proxyTargetId !== null) throw errors.badRequest('Adding tags is not allowed on proxies');
  const changed = await changeDocument(elevated(session), document, (current) => ({
    owned: new OwnedValues({
      'nxtag:tags': edit(tagsOf(current)).map(({ label, username }) => ({ label, username })),
    }),
    silent: true,
  }));
  return changed.document;
}

/** Labels that begin with the text (`%` is a wildcard), on documents that the caller may see, the most used first. */
export async function suggestTags(session: Session, text: string, limit: number): Promise<readonly string[]> {
  const query = checkedQuery(session, 'SELECT * FROM Document WHERE ecm:isVersion = 0 AND ecm:isProxy = 0');
  const [result] = await session.read.documents.aggregate(await requestFor(session, query), [
    { id: 'tags', type: 'terms', field: 'ecm:tag', properties: { size: '1000' }, ranges: [] },
  ]);
  const pattern = text.toLowerCase();
  const matches = wildcardMatcher(pattern.includes('%') ? pattern : `${pattern}%`);
  return (result?.buckets ?? [])
    .map(({ key }) => key)
    .filter(matches)
    .slice(0, limit);
}

/** Each part between wildcards is searched after the previous one, so the time is linear in the length of the text. */
function wildcardMatcher(pattern: string): (text: string) => boolean {
  const [first = '', ...rest] = pattern.split('%');
  const last = rest.pop();
  return (text) => {
    if (last === undefined) return text === first;
    if (!text.startsWith(first)) return false;
    let at = first.length;
    for (const piece of rest) {
      const found = text.indexOf(piece, at);
      if (found === -1) return false;
      at = found + piece.length;
    }
    return text.length - last.length >= at && text.endsWith(last);
  };
}

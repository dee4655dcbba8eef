/** Subscriptions to notifications of a document. Invariant: only registered notifications are stored. */
import { isJsonObject } from '#wire/json.ts';
import { requirePermission } from '../access/access.ts';
import { elevated } from '../access/elevated.ts';
import { changeDocument } from '../documents/document-update.ts';
import { errors } from '../kernel/errors.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { OwnedValues } from '../types/owned-values.ts';

export const notifications = [
  'Modification',
  'Creation',
  'Publication',
  'Workflow Change',
  'Approbation review started',
  'Task assigned',
  'Task delegated',
  'Task reassigned',
  'Subscriptions updated',
  'Email document',
  'CommentAdded',
  'CommentUpdated',
  'CommentPublication',
] as const;

type Subscriptions = ReadonlyMap<string, readonly string[]>;

/** The caller's subscriptions to this document. */
export function subscribedNotifications(session: Session, document: DocumentRow): readonly string[] {
  const me = `user:${session.username}`;
  return [...read(document)].filter(([, subscribers]) => subscribers.includes(me)).map(([name]) => name);
}

/** Names of users (`user:ada`) and groups (`group:keepers`). */
export function subscribersTo(document: DocumentRow, notification: string): readonly string[] {
  return read(document).get(notification) ?? [];
}

/** An empty list means all notifications. */
export async function subscribe(
  session: Session,
  document: DocumentRow,
  names: readonly string[] = [],
): Promise<DocumentRow> {
  const me = `user:${session.username}`;
  return change(session, document, names, (subscribers) => [...new Set([...subscribers, me])]);
}

export async function unsubscribe(
  session: Session,
  document: DocumentRow,
  names: readonly string[] = [],
): Promise<DocumentRow> {
  const me = `user:${session.username}`;
  return change(session, document, names, (subscribers) => subscribers.filter((name) => name !== me));
}

/** Needs only Read, and does not count as a change of the document. */
async function change(
  session: Session,
  document: DocumentRow,
  names: readonly string[],
  edit: (subscribers: readonly string[]) => readonly string[],
): Promise<DocumentRow> {
  await requirePermission(session, document, 'Read');
  const wanted: readonly string[] = names.length === 0 ? notifications : names;
  const unknown = wanted.find((name) => !notifications.some((one) => one === name));
  if (unknown !== undefined) throw errors.badRequest(`Unknown notification: ${unknown}`);
  const updated = await changeDocument(elevated(session), document, (current) => {
    const all = new Map(read(current));
    for (const name of wanted) all.set(name, edit(all.get(name) ?? []));
    const list = [...all]
      .filter(([, subscribers]) => subscribers.length > 0)
      .map(([name, subscribers]) => ({ name, subscribers }));
    const facets = current.facets.filter((facet) => facet !== 'Notifiable');
    return {
      owned: new OwnedValues({ 'notif:notifications': list }),
      facets: list.length === 0 ? facets : [...facets, 'Notifiable'],
      silent: true,
    };
  });
  return updated.document;
}

function read(document: DocumentRow): Subscriptions {
  const value = document.properties['notif:notifications'];
  const entries = (Array.isArray(value) ? value : []).flatMap((item) => {
    if (!isJsonObject(item) || typeof item.name !== 'string') return [];
    const subscribers = Array.isArray(item.subscribers)
      ? item.subscribers.filter((one) => typeof one === 'string')
      : [];
    return [[item.name, subscribers] as const];
  });
  return new Map(entries);
}

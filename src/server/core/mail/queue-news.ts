/**
 * Chooses which events are news for subscribers, and queues them (news.ts).
 * Invariant: one job for each call, whatever it did; none on a server without mail.
 */

import type { AuditRecord } from '../kernel/audit-store.ts';
import type { Session } from '../kernel/session.ts';
import type { LetterEvent } from './letters.ts';

export const newsJobKind = 'news';

/** Notification names by event id. */
const notificationOf: ReadonlyMap<string, string> = new Map([
  ['documentCreated', 'Creation'],
  ['documentCreatedByCopy', 'Creation'],
  ['documentModified', 'Modification'],
  ['documentMoved', 'Modification'],
  ['documentProxyPublished', 'Publication'],
  ['lifecycle_transition_event', 'Workflow Change'],
  ['commentAdded', 'CommentAdded'],
  ['commentUpdated', 'CommentUpdated'],
  ['commentPublished', 'CommentPublication'],
]);

/** More than anybody reads; this many still fit into one row. */
const mostEvents = 500;

/** Called in the transaction that stores the notes. */
export async function queueNews(session: Session, notes: readonly AuditRecord[]): Promise<void> {
  const { mailer, clock } = session.repository.ports;
  if (!mailer || notes.length === 0) return;
  const groups = new Map<string, { author: string; repository: string; events: Map<string, LetterEvent> }>();
  for (const { eventId, docUUID, repositoryId, principalName } of notes) {
    const what = notificationOf.get(eventId);
    if (what === undefined || docUUID === null || repositoryId === null) continue;
    const author = principalName ?? '';
    const key = JSON.stringify([repositoryId, author]);
    const group = groups.get(key) ?? { author, repository: repositoryId, events: new Map() };
    if (group.events.size < mostEvents) group.events.set(`${what} ${docUUID}`, { what, document: docUUID });
    groups.set(key, group);
  }
  if (groups.size === 0) return;
  const { jobs } = await session.write();
  for (const { author, repository, events } of groups.values()) {
    await jobs.enqueue({
      id: crypto.randomUUID(),
      kind: newsJobKind,
      owner: null,
      runAt: clock.now().toISOString(),
      payload: { author, repository, events: [...events.values()].map((event) => ({ ...event })) },
    });
  }
}

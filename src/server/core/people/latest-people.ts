/**
 * The most recently created users and groups, from the audit trail. Invariant: each existing one once, no removed ones.
 */
import type { Session } from '../kernel/session.ts';
import { type Paged, type PageRequest, pageOfList } from '../search/page.ts';
import { findGroup, type Group } from './groups.ts';
import { findUser, type User } from './users.ts';

export type LatestPerson =
  | { readonly kind: 'user'; readonly user: User }
  | { readonly kind: 'group'; readonly group: Group };

/** More than a page shows, since some may have been removed. */
const mostEvents = 200;

export async function latestPeople(session: Session, request: PageRequest): Promise<Paged<LatestPerson>> {
  const { items } = await session.read.audit.list(
    { eventIds: ['user_created', 'group_created'] },
    {
      sort: [
        { name: 'eventDate', descending: true },
        { name: 'id', descending: true },
      ],
      offset: 0,
      limit: mostEvents,
    },
  );
  const seen = new Set<string>();
  const found: LatestPerson[] = [];
  for (const { eventId, comment } of items) {
    const key = `${eventId} ${comment}`;
    if (comment === null || seen.has(key)) continue;
    seen.add(key);
    const person = await personOf(session, eventId, comment);
    if (person) found.push(person);
  }
  return pageOfList(found, request, session.repository.settings.maxPageSize);
}

async function personOf(session: Session, eventId: string, name: string): Promise<LatestPerson | undefined> {
  if (eventId === 'user_created') {
    const user = await findUser(session, name);
    return user && { kind: 'user', user };
  }
  const group = await findGroup(session, name);
  return group && { kind: 'group', group };
}

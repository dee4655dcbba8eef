/**
 * Tells subscribers what happened to documents: one letter for each subscriber and call, whatever the call did.
 * Invariant: the person who did it gets none; events of documents hidden from navigation are left out.
 */
import { isString } from '#wire/json.ts';
import { subscribersTo } from '../collections/subscriptions.ts';
import type { JobHandler } from '../kernel/jobs.ts';
import type { DocumentRow } from '../kernel/model.ts';
import { inSession, type Session, systemPrincipals } from '../kernel/session.ts';
import { resolveUsernames } from './letter-jobs.ts';
import { type LetterEvent, queueLetterTo, readEvents } from './letters.ts';
import { newsJobKind } from './queue-news.ts';

export const newsJob: JobHandler = {
  kind: newsJobKind,
  run: (repository, { payload }) => {
    const repositoryName = isString(payload.repository) ? payload.repository : 'default';
    return inSession(repository, { principals: systemPrincipals, repositoryName }, async (session) => {
      const author = String(payload.author);
      const letters = await lettersByPerson(session, readEvents(payload.events));
      letters.delete(author);
      if (letters.size === 0) return { people: 0 };
      const { jobs } = await session.write();
      for (const [username, events] of letters) {
        await queueLetterTo(jobs, session.now, username, {
          kind: 'news',
          repository: repositoryName,
          author,
          events,
          detail: '',
          comment: '',
          taskId: '',
          account: '',
        });
      }
      return { people: letters.size };
    });
  },
};

async function lettersByPerson(
  session: Session,
  events: readonly LetterEvent[],
): Promise<Map<string, LetterEvent[]>> {
  const letters = new Map<string, LetterEvent[]>();
  for (const event of events) {
    const names = new Set<string>();
    for (const row of await placesOf(session, event.document))
      for (const name of subscribersTo(row, event.what)) names.add(name);
    for (const username of await resolveUsernames(session, [...names]))
      letters.set(username, [...(letters.get(username) ?? []), event]);
  }
  return letters;
}

/** Documents whose subscriptions apply: the document, its ancestors, and for a proxy those of its target. */
async function placesOf(session: Session, id: string): Promise<readonly DocumentRow[]> {
  const { documents } = session.read;
  const row = await documents.get(id);
  if (!row || session.types.hasFacet(row, 'HiddenInNavigation')) return [];
  const home = row.proxyTargetId === null ? undefined : await documents.get(row.seriesId);
  const places = [row, ...(await documents.ancestors(row.id))];
  if (home && home.id !== row.id) places.push(home, ...(await documents.ancestors(home.id)));
  return places;
}

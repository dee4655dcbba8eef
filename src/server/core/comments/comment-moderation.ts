/**
 * Accepting and rejecting comments.
 * Invariant: only its author and moderators may read a rejected comment and its replies. Its own ACL says so, so that
 * searches follow it too.
 */
import { includesPermission } from '#wire/permissions.ts';
import { effectiveAcls, requirePermission } from '../access/access.ts';
import { removeAcl, setAces } from '../access/access-changes.ts';
import { elevated } from '../access/elevated.ts';
import { everyone } from '../access/entries.ts';
import { followTransition } from '../documents/lifecycle.ts';
import { errors } from '../kernel/errors.ts';
import type { Ace, DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { isComment } from './comment-documents.ts';

const acl = 'moderation';

/** A comment may be moderated again, in either direction. */
export async function moderateComment(
  session: Session,
  comment: DocumentRow,
  accept: boolean,
): Promise<DocumentRow> {
  if (!isComment(session, comment)) throw errors.badRequest(`${comment.id} is no comment`);
  await requirePermission(session, comment, 'Moderate');
  const helper = elevated(session);
  const transition = accept ? 'moderation_publish' : 'moderation_reject';
  const isDone = comment.state === (accept ? 'moderation_published' : 'moderation_rejected');
  const decided = isDone ? comment : await followTransition(helper, comment, transition);
  const moderated = accept
    ? await removeAcl(helper, decided, acl)
    : await setAces(helper, decided, acl, await readersOfRejected(session, comment));
  session.audit({ eventId: accept ? 'commentPublished' : 'commentRejected', document: moderated });
  return moderated;
}

/** People who have Moderate there, by the entries in force, may read it. */
async function readersOfRejected(session: Session, comment: DocumentRow): Promise<readonly Ace[]> {
  const entry = (username: string, granted: boolean): Ace => ({
    username,
    permission: 'Read',
    granted,
    creator: session.username,
    begin: null,
    end: null,
  });
  const inherited = (await effectiveAcls(session, comment)).flatMap(({ aces }) => aces);
  return [
    entry(String(comment.properties['comment:author']), true),
    ...inherited
      .filter(({ permission }) => includesPermission(permission, 'Moderate'))
      .map(({ username, granted, begin, end }) => ({ ...entry(username, granted), begin, end })),
    entry(everyone, false),
  ];
}

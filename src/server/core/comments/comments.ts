/**
 * Comments, replies and annotations: documents in a hidden folder below their document; replies are below the comment
 * that they answer.
 * Invariants: anyone who may read a document may comment on it; only the author, and people with Everything on the
 * document, may change or delete a comment. `comment:ancestorIds` begins with the document.
 */
import { quoteString } from '#nxql/index.ts';
import type { CommentEntity } from '#wire/activity.ts';
import type { JsonObject } from '#wire/json.ts';
import { mentionedIn } from '#wire/mentions.ts';
import { hasPermission, permissionsOf } from '../access/access.ts';
import { elevated } from '../access/elevated.ts';
import { createDocument, deleteDocument, updateDocument } from '../documents/documents.ts';
import { fixedChild } from '../documents/fixed-child.ts';
import { errors, type RepositoryError } from '../kernel/errors.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { queueLetters } from '../mail/letters.ts';
import { userDirectory } from '../people/principals.ts';
import type { PageRequest } from '../search/page.ts';
import { runQuery } from '../search/run-query.ts';
import { OwnedValues } from '../types/owned-values.ts';
import {
  ancestorIds,
  type CommentOptions,
  commentFolderOf,
  directComments,
  isComment,
  presentComment,
} from './comment-documents.ts';

export type CommentKind = 'comment' | 'annotation';

export interface CommentInput {
  readonly text?: string | undefined;
  readonly creationDate?: string | undefined;
  readonly modificationDate?: string | undefined;
  readonly entityId?: string | undefined;
  readonly origin?: string | undefined;
  readonly entity?: string | undefined;
  /** Annotations only: the property that they are on. */
  readonly xpath?: string | undefined;
}

/** Direct comments only, newest first. */
export async function listComments(
  session: Session,
  target: DocumentRow,
  request: PageRequest,
  options: CommentOptions = {},
): Promise<{ readonly totalSize: number; readonly entries: readonly CommentEntity[] }> {
  const commented = await commentedDocument(session, target);
  if (!(await hasPermission(session, commented, 'Read'))) {
    throw errors.forbidden(
      `The user ${session.username} does not have access to the comments of document ${commented.id}`,
    );
  }
  const page = await directComments(session, target, 'Comment', '', request);
  const permissions = await permissionsOf(session, commented);
  const entries = [];
  for (const row of page.entries) entries.push(await presentComment(session, row, permissions, options));
  return { totalSize: page.page.resultsCount, entries };
}

/** In creation order. */
export async function listAnnotations(
  session: Session,
  document: DocumentRow,
  xpath: string | undefined,
): Promise<readonly CommentEntity[]> {
  if (!(await hasPermission(session, document, 'Read'))) {
    throw errors.forbidden(
      `The user ${session.username} does not have access to the annotations of document ${document.id}`,
    );
  }
  const clause = xpath === undefined ? '' : ` AND annotation:xpath = ${quoteString(xpath)}`;
  const everything = { pageSize: 0, currentPageIndex: 0 };
  const { entries } = await directComments(session, document, 'Annotation', clause, everything);
  const permissions = await permissionsOf(session, document);
  return Promise.all(entries.toReversed().map((row) => presentComment(session, row, permissions, {})));
}

/** All comments below these annotations, at any depth, oldest first. */
export async function commentsOfAnnotations(
  session: Session,
  annotationIds: readonly string[],
): Promise<readonly CommentEntity[]> {
  const all = [];
  for (const id of annotationIds) {
    const { row } = await openComment(session, id);
    all.push(...(await commentsBelow(session, row)));
  }
  return all.toSorted((one, other) => one.creationDate.localeCompare(other.creationDate));
}

async function commentsBelow(session: Session, comment: DocumentRow): Promise<readonly CommentEntity[]> {
  const commented = await commentedDocument(session, comment);
  const { entries } = await runQuery(
    session,
    `SELECT * FROM Comment WHERE comment:ancestorIds/* = ${quoteString(comment.id)} AND ecm:isTrashed = 0`,
    { pageSize: 0 },
  );
  const permissions = await permissionsOf(session, commented);
  return Promise.all(entries.map((row) => presentComment(session, row, permissions, {})));
}

export async function createComment(
  session: Session,
  target: DocumentRow,
  input: CommentInput,
  kind: CommentKind = 'comment',
): Promise<CommentEntity> {
  const commented = await commentedDocument(session, target);
  if (!(await hasPermission(session, commented, 'Read'))) {
    throw errors.forbidden(
      `The user ${session.username} can not create comments on document ${commented.id}`,
    );
  }
  await session.write();
  const helper = elevated(session);
  const parent = isComment(session, target) ? target : await commentFolder(helper, target);
  const ancestors = isComment(session, target) ? [...ancestorIds(target), target.id] : [target.id];
  const row = await createDocument(helper, parent, {
    type: kind === 'annotation' ? 'Annotation' : 'Comment',
    name: `comment-${crypto.randomUUID()}`,
    owned: new OwnedValues({
      'comment:author': session.username,
      'comment:text': input.text ?? '',
      'comment:creationDate': input.creationDate ?? session.now.toISOString(),
      ...(input.modificationDate === undefined ? {} : { 'comment:modificationDate': input.modificationDate }),
      'comment:parentId': target.id,
      'comment:ancestorIds': ancestors,
      ...externalProperties(input),
      ...(kind === 'annotation' && input.xpath !== undefined ? { 'annotation:xpath': input.xpath } : {}),
    }),
  });
  announce(session, 'commentAdded', commented, input.text);
  await tellMentioned(session, commented, input.text ?? '');
  return presentComment(session, row, await permissionsOf(session, commented), {});
}

export async function getComment(
  session: Session,
  id: string,
  options: CommentOptions = {},
): Promise<CommentEntity> {
  const { row, commented } = await openComment(session, id);
  return presentComment(session, row, await permissionsOf(session, commented), options);
}

/** The id of the comment with this external id anywhere below the document. */
export async function externalCommentId(
  session: Session,
  target: DocumentRow,
  entityId: string,
): Promise<string> {
  const page = await runQuery(
    elevated(session),
    `SELECT * FROM Comment WHERE externalEntity:entityId = ${quoteString(entityId)}
     AND comment:ancestorIds/* = ${quoteString(target.id)} AND ecm:isVersion = 0`,
    { pageSize: 1 },
  );
  const [row] = page.entries;
  if (!row) throw errors.notFound(`The external comment ${entityId} does not exist.`);
  return row.id;
}

export async function updateComment(
  session: Session,
  id: string,
  input: CommentInput,
): Promise<CommentEntity> {
  const { row, commented } = await openComment(session, id);
  if (!(await mayChange(session, row, commented))) {
    throw errors.forbidden(`The user ${session.username} cannot edit comments of document ${commented.id}`);
  }
  await session.write();
  const { document } = await updateDocument(elevated(session), row, {
    owned: new OwnedValues({
      ...(input.text === undefined ? {} : { 'comment:text': input.text }),
      'comment:modificationDate': input.modificationDate ?? session.now.toISOString(),
      ...externalProperties(input),
    }),
  });
  announce(session, 'commentUpdated', commented, input.text);
  if (input.text !== undefined)
    await tellMentioned(session, commented, input.text, String(row.properties['comment:text'] ?? ''));
  return presentComment(session, document, await permissionsOf(session, commented), {});
}

export async function deleteComment(session: Session, id: string): Promise<void> {
  const { row, commented } = await openComment(session, id);
  if (!(await mayChange(session, row, commented))) {
    throw errors.forbidden(
      `The user ${session.username} cannot delete comments of the document ${commented.id}`,
    );
  }
  await session.write();
  await deleteDocument(elevated(session), row);
  announce(session, 'commentRemoved', commented, undefined);
}

// ------------------------------------------------------------------------------------------------ inside

async function openComment(
  session: Session,
  id: string,
): Promise<{ readonly row: DocumentRow; readonly commented: DocumentRow }> {
  const row = await session.read.documents.get(id);
  if (!row || !isComment(session, row)) throw notThere(id);
  const commented = await commentedDocument(session, row);
  if (!(await hasPermission(session, commented, 'Read'))) {
    throw errors.forbidden(`The user ${session.username} does not have access to the comment ${id}`);
  }
  // Others must not learn that there is a rejected comment.
  if (!(await hasPermission(session, row, 'Read'))) throw notThere(id);
  return { row, commented };
}

function notThere(id: string): RepositoryError {
  return errors.notFound(`The comment ${id} does not exist.`);
}

/** The document that the whole thread is about. */
async function commentedDocument(session: Session, target: DocumentRow): Promise<DocumentRow> {
  if (!isComment(session, target)) return target;
  const [id] = ancestorIds(target);
  const document = id === undefined ? undefined : await session.read.documents.get(id);
  if (!document) throw notThere(target.id);
  return document;
}

async function commentFolder(session: Session, document: DocumentRow): Promise<DocumentRow> {
  const { parentId, name } = commentFolderOf(document);
  const holder = await session.read.documents.get(parentId);
  if (!holder) throw errors.badRequest('A version whose document is gone takes no comments');
  return fixedChild(session, holder, name, () =>
    createDocument(session, holder, { type: 'CommentRoot', name, owned: new OwnedValues() }),
  );
}

async function mayChange(session: Session, row: DocumentRow, commented: DocumentRow): Promise<boolean> {
  return (
    row.properties['comment:author'] === session.username || hasPermission(session, commented, 'Everything')
  );
}

function externalProperties({ entityId, origin, entity }: CommentInput): JsonObject {
  return {
    ...(entityId === undefined ? {} : { 'externalEntity:entityId': entityId }),
    ...(origin === undefined ? {} : { 'externalEntity:origin': origin }),
    ...(entity === undefined ? {} : { 'externalEntity:entity': entity }),
  };
}

/** More than a conversation needs, and too few to annoy many people. */
const mostMentioned = 20;

/** Sends a letter to people who are mentioned for the first time, if they may read the document. */
async function tellMentioned(
  session: Session,
  commented: DocumentRow,
  text: string,
  before = '',
): Promise<void> {
  const known = mentionedIn(before);
  const named = mentionedIn(text).filter((login) => !known.includes(login));
  // A group's name would send a letter to all its members.
  const people: string[] = [];
  for (const login of named.slice(0, mostMentioned))
    if (await session.read.entries.get(userDirectory, login)) people.push(`user:${login}`);
  await queueLetters(session, people, {
    kind: 'mention',
    events: [{ what: 'mention', document: commented.id }],
    comment: text,
    except: session.username,
  });
}

function announce(
  session: Session,
  eventId: string,
  { id, path, type, state }: DocumentRow,
  comment: string | undefined,
): void {
  session.audit({ eventId, comment: comment ?? null, document: { id, path, type, state } });
}

/** Comments as documents, and as entities of the interface. */
import { quoteString } from '#nxql/index.ts';
import type { CommentEntity } from '#wire/activity.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { isTimeOrdered } from '../kernel/time-ordered-id.ts';
import type { PageRequest } from '../search/page.ts';
import { runQuery } from '../search/run-query.ts';

export interface CommentOptions {
  /** `fetch.comment=repliesSummary`. */
  readonly withReplies?: boolean;
}

/**
 * The hidden folder of a document's comments: below the document, or below the live document of a version. Its name has
 * room for only a part of the id: the end, which is random also in ids ordered by time.
 */
export function commentFolderOf({ id, isVersion, seriesId }: DocumentRow): {
  readonly parentId: string;
  readonly name: string;
} {
  return isVersion
    ? { parentId: seriesId, name: `Comments-${isTimeOrdered(id) ? id.slice(-12) : id.slice(0, 13)}` }
    : { parentId: id, name: 'Comments' };
}

export function isComment(session: Session, row: DocumentRow): boolean {
  return session.types.isA(row.type, 'Comment');
}

export function ancestorIds(row: DocumentRow): readonly string[] {
  const value = row.properties['comment:ancestorIds'];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Newest first. */
export async function directComments(
  session: Session,
  target: DocumentRow,
  type: 'Comment' | 'Annotation',
  clause: string,
  request: PageRequest,
) {
  const folder = commentFolderOf(target);
  const parent = isComment(session, target)
    ? target
    : await session.read.documents.child(folder.parentId, folder.name);
  const parentId = parent?.id ?? '';
  return runQuery(
    session,
    `SELECT * FROM ${type} WHERE ecm:parentId = ${quoteString(parentId)}${clause} AND ecm:isTrashed = 0
     ORDER BY comment:creationDate DESC, dc:created`,
    { ...request },
  );
}

export async function presentComment(
  session: Session,
  row: DocumentRow,
  permissions: readonly string[],
  options: CommentOptions,
): Promise<CommentEntity> {
  const text = (name: string): string | null => {
    const value = row.properties[name];
    return typeof value === 'string' ? value : null;
  };
  const isAnnotation = session.types.isA(row.type, 'Annotation');
  return {
    'entity-type': isAnnotation ? 'annotation' : 'comment',
    id: row.id,
    parentId: text('comment:parentId') ?? '',
    ancestorIds: ancestorIds(row),
    author: text('comment:author') ?? '',
    text: text('comment:text') ?? '',
    creationDate: text('comment:creationDate') ?? '',
    modificationDate: text('comment:modificationDate') ?? text('comment:creationDate'),
    entityId: text('externalEntity:entityId'),
    origin: text('externalEntity:origin'),
    entity: text('externalEntity:entity'),
    permissions,
    ...(options.withReplies ? await repliesSummary(session, row) : {}),
    ...(isAnnotation ? { xpath: text('annotation:xpath') ?? '' } : {}),
  };
}

async function repliesSummary(
  session: Session,
  row: DocumentRow,
): Promise<{ readonly numberOfReplies: number; readonly lastReplyDate?: string }> {
  const { page, entries } = await directComments(session, row, 'Comment', '', {
    pageSize: 1,
    currentPageIndex: 0,
  });
  const last = entries[0]?.properties['comment:creationDate'];
  return {
    numberOfReplies: page.resultsCount,
    ...(typeof last === 'string' ? { lastReplyDate: last } : {}),
  };
}

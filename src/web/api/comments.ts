/** Comments and their replies (a reply is a comment on a comment), and annotations on a place in a preview. */
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { CommentEntity } from '#wire/activity.ts';
import type { ListEntity } from '#wire/document.ts';
import { encodeSegment } from './addresses.ts';
import { commentCountKeys } from './comment-counts.ts';
import { isComment } from './entities.ts';
import { isListOf } from './guards.ts';
import { shownDocument } from './optimistic.ts';
import { randomText } from './random.ts';
import { api } from './start.ts';
import { nowOrLater } from './waiting/now-or-later.ts';
import { aboutOf } from './waiting/waiting-change.ts';

export const commentKeys = {
  of: (parentId: string) => ['comments', parentId] as const,
};

const repliesSummary = { comment: ['repliesSummary'] } as const;

/** @param parentId a document, or a comment for its replies */
export function comments(parentId: string) {
  return queryOptions({
    queryKey: commentKeys.of(parentId),
    queryFn: ({ signal }): Promise<ListEntity<CommentEntity>> =>
      api().entity(`/id/${encodeSegment(parentId)}/@comment`, isListOf(isComment), {
        query: { pageSize: 0 },
        fetch: repliesSummary,
        signal,
      }),
  });
}

export interface NewComment {
  /** The document, or the comment to reply to. */
  readonly parentId: string;
  readonly text: string;
}

/** Only sends the request. */
export function postComment({ parentId, text }: NewComment, idempotencyKey: string): Promise<CommentEntity> {
  return api().entity(`/id/${encodeSegment(parentId)}/@comment`, isComment, {
    method: 'POST',
    body: { 'entity-type': 'comment', parentId, text },
    fetch: repliesSummary,
    idempotencyKey,
  });
}

/** @param documentId the document that the comment, or the thread, is about */
export function addComment(documentId: string) {
  return mutationOptions({
    networkMode: 'always',
    /** @returns the id of the comment, or of the change that waits to be sent */
    mutationFn: async (wanted: NewComment, { client }): Promise<string> => {
      const id = randomText(16);
      const document = shownDocument(client, documentId);
      const made = await nowOrLater(
        client,
        () => postComment(wanted, id),
        () =>
          document === undefined
            ? []
            : [{ id, about: aboutOf(document), work: { kind: 'comment', ...wanted } }],
      );
      return made?.id ?? id;
    },
    onSettled: refresh,
  });
}

export interface CommentChange extends NewComment {
  readonly commentId: string;
}

export function editComment() {
  return mutationOptions({
    mutationFn: ({ parentId, commentId, text }: CommentChange) =>
      api().entity(commentAddress(parentId, commentId), isComment, {
        method: 'PUT',
        body: { 'entity-type': 'comment', id: commentId, parentId, text },
      }),
    onSettled: refresh,
  });
}

/** Deletes its replies too. */
export function deleteComment() {
  return mutationOptions({
    mutationFn: ({ parentId, commentId }: Omit<CommentChange, 'text'>) =>
      api().done(commentAddress(parentId, commentId), { method: 'DELETE' }),
    onSettled: refresh,
  });
}

function commentAddress(parentId: string, commentId: string): string {
  return `/id/${encodeSegment(parentId)}/@comment/${encodeSegment(commentId)}`;
}

function refresh(
  _data: unknown,
  _error: Error | null,
  { parentId }: { readonly parentId: string },
  _result: unknown,
  { client }: { readonly client: QueryClient },
): void {
  // Not awaited: on a slow connection the comments arrive long after the answer to this one.
  void client.invalidateQueries({ queryKey: commentKeys.of(parentId) });
  void client.invalidateQueries({ queryKey: commentCountKeys.all });
}

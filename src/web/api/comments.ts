/** Comments and their replies (a reply is a comment on a comment), and notes on a place of a preview. */
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { CommentEntity } from '#wire/activity.ts';
import type { ListEntity } from '#wire/document.ts';
import { segment } from './addresses.ts';
import { commentCountKeys } from './comment-counts.ts';
import { isComment, isListOf } from './entities.ts';
import { api } from './start.ts';

export const commentKeys = {
  of: (parentId: string) => ['comments', parentId] as const,
};

const repliesSummary = { comment: ['repliesSummary'] } as const;

/** @param parentId a document, or a comment for its replies */
export function comments(parentId: string) {
  return queryOptions({
    queryKey: commentKeys.of(parentId),
    queryFn: ({ signal }): Promise<ListEntity<CommentEntity>> =>
      api().entity(`/id/${segment(parentId)}/@comment`, isListOf(isComment), {
        query: { pageSize: 0 },
        fetch: repliesSummary,
        signal,
      }),
  });
}

export interface NewComment {
  readonly parentId: string;
  readonly text: string;
}

export function addComment() {
  return mutationOptions({
    mutationFn: ({ parentId, text }: NewComment) =>
      api().entity(`/id/${segment(parentId)}/@comment`, isComment, {
        method: 'POST',
        body: { 'entity-type': 'comment', parentId, text },
        fetch: repliesSummary,
      }),
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

/** Its replies go with it. */
export function deleteComment() {
  return mutationOptions({
    mutationFn: ({ parentId, commentId }: Omit<CommentChange, 'text'>) =>
      api().done(commentAddress(parentId, commentId), { method: 'DELETE' }),
    onSettled: refresh,
  });
}

function commentAddress(parentId: string, commentId: string): string {
  return `/id/${segment(parentId)}/@comment/${segment(commentId)}`;
}

function refresh(
  _data: unknown,
  _error: Error | null,
  { parentId }: { readonly parentId: string },
  _result: unknown,
  { client }: { readonly client: QueryClient },
): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: commentKeys.of(parentId) }),
    client.invalidateQueries({ queryKey: commentCountKeys.all }),
  ]);
}

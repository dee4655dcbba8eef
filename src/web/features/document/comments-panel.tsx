// The comments on a document and the replies to each.
import { useMutation, useQuery } from '@tanstack/react-query';
import { Ellipsis } from 'lucide';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { addComment, comments, deleteComment, editComment } from '#web/api/comments.ts';
import { me } from '#web/api/me.ts';
import { FailureNote } from '#web/documents/failure-note.tsx';
import type { StoredDocument } from '#web/documents/stored-document.ts';
import { WaitingComments } from '#web/documents/waiting/waiting-comments.tsx';
import { MentioningText } from '#web/forms/mentioning-text.tsx';
import { PersonName } from '#web/forms/person-name.tsx';
import { addToast } from '#web/frame/toasts.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { MenuButton } from '#web/ui/menu-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { CommentEntity } from '#wire/activity.ts';
import { CommentForm } from './comment-form.tsx';
import css from './panel-lists.module.css';

const onRefusal = { onError: (cause: Error) => void addToast({ kind: 'bad', text: cause.message }) };

export function CommentsPanel({ document }: { readonly document: StoredDocument }) {
  const { t } = useTranslation('document');
  const found = useQuery(comments(document.uid));
  const entries = found.data?.entries ?? [];
  return (
    <div className={css.panel}>
      {found.error === null ? null : <FailureNote error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending ? <Skeleton width="80%" /> : null}
      {found.isSuccess && entries.length === 0 ? <p className={css.empty}>{t('comments.none')}</p> : null}
      <ul>
        {entries.map((comment) => (
          <li key={comment.id} className={css.thread}>
            <Comment comment={comment} />
            <Replies documentId={document.uid} comment={comment} />
          </li>
        ))}
      </ul>
      <WaitingComments uid={document.uid} />
      <NewComment
        documentId={document.uid}
        parentId={document.uid}
        label={t('comments.new')}
        verb={t('comments.add')}
      />
    </div>
  );
}

interface NewCommentProps {
  readonly documentId: string;
  readonly parentId: string;
  readonly label: string;
  readonly verb: string;
  readonly onDone?: () => void;
}

function NewComment({ documentId, parentId, label, verb, onDone }: NewCommentProps) {
  const add = useMutation(addComment(documentId));
  return (
    <CommentForm
      label={label}
      verb={verb}
      pending={add.isPending}
      failure={add.error}
      onCancel={onDone}
      focused={onDone !== undefined}
      onSend={(text, sent) =>
        add.mutate(
          { parentId, text },
          {
            onSuccess: () => {
              sent();
              onDone?.();
            },
          },
        )
      }
    />
  );
}

function Replies({ documentId, comment }: { readonly documentId: string; readonly comment: CommentEntity }) {
  const { t } = useTranslation('document');
  const [answering, setAnswering] = useState(false);
  const reply = useRef<HTMLButtonElement>(null);
  const count = comment.numberOfReplies ?? 0;
  const replies = useQuery({
    ...comments(comment.id),
    // The count can be older than the replies that are shown.
    enabled: ({ state }) => count > 0 || answering || state.data !== undefined,
  });
  return (
    <div className={cx(css.answers, (answering || count > 0) && css.replies)}>
      {replies.data?.entries.map((reply) => (
        <Comment key={reply.id} comment={reply} />
      ))}
      {answering ? (
        <NewComment
          documentId={documentId}
          parentId={comment.id}
          label={t('comments.reply')}
          verb={t('comments.reply')}
          onDone={() => {
            flushSync(() => setAnswering(false));
            reply.current?.focus();
          }}
        />
      ) : (
        <div>
          <Button
            ref={reply}
            className={css.reply}
            variant="quiet"
            size="small"
            onClick={() => setAnswering(true)}
          >
            {t('comments.reply')}
          </Button>
        </div>
      )}
    </div>
  );
}

function Comment({ comment }: { readonly comment: CommentEntity }) {
  const { t } = useTranslation('document');
  const format = useFormat();
  const myself = useQuery(me());
  const [editing, setEditing] = useState(false);
  const edit = useMutation(editComment());
  const remove = useMutation(deleteComment());
  const { id, parentId, author, text, creationDate } = comment;
  const head = useRef<HTMLDivElement>(null);
  const endEditing = () => {
    setEditing(false);
    head.current?.querySelector('button')?.focus();
  };
  const mine = myself.data?.id === author || myself.data?.isAdministrator === true;
  return (
    <div className={css.comment}>
      <div ref={head} className={css.head}>
        <PersonName id={author} />
        <time dateTime={creationDate}>{format.relative(new Date(creationDate))}</time>
        {mine ? (
          <MenuButton
            icon={Ellipsis}
            variant="quiet"
            size="small"
            align="end"
            label={t('comments.actions')}
            entries={[
              { id: 'edit', label: t('comments.edit'), onSelect: () => setEditing(true) },
              {
                id: 'delete',
                label: t('comments.delete'),
                danger: true,
                onSelect: () => remove.mutate({ parentId, commentId: id }, onRefusal),
              },
            ]}
          />
        ) : null}
      </div>
      {editing ? (
        <CommentForm
          label={t('comments.edit')}
          verb={t('save')}
          text={text}
          pending={edit.isPending}
          failure={edit.error}
          focused
          onCancel={endEditing}
          onSend={(next) => edit.mutate({ parentId, commentId: id, text: next }, { onSuccess: endEditing })}
        />
      ) : (
        <p className={css.text} dir="auto">
          <MentioningText text={text} />
        </p>
      )}
    </div>
  );
}

// What can be done with the document on its own page only. Each act tells how it went; what can be undone says so.

import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { setSubscription } from '#web/api/collections.ts';
import { changeState, deleteDocuments, trashDocuments, untrashDocuments } from '#web/api/document-changes.ts';
import { breadcrumbOf, subscriptionsOf } from '#web/api/document-context.ts';
import type { StoredDocument } from '#web/documents/stored-document.ts';
import { addToast } from '#web/frame/toasts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { StartWorkflowDialog } from './start-workflow-dialog.tsx';

export interface DocumentActions {
  readonly toggleSubscription: () => void;
  readonly follow: (transition: string) => void;
  readonly trash: () => void;
  readonly untrash: () => void;
  readonly askToDelete: () => void;
  readonly askToStart: () => void;
  /** The question that is open, if any. */
  readonly dialog: ReactNode;
}

export function useDocumentActions(document: StoredDocument): DocumentActions {
  const { t } = useTranslation('document');
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState(false);
  const [starting, setStarting] = useState(false);
  const subscription = useMutation(setSubscription());
  const state = useMutation(changeState());
  const trash = useMutation(trashDocuments());
  const untrash = useMutation(untrashDocuments());
  const remove = useMutation(deleteDocuments());

  const { uid, title } = document;
  const uids = [uid];
  const onRefusal = { onError: (cause: Error) => void addToast({ kind: 'bad', text: cause.message }) };
  const parent = breadcrumbOf(document).at(-2)?.path ?? '/';
  return {
    toggleSubscription: () =>
      subscription.mutate({ uids, subscribed: subscriptionsOf(document).length === 0 }, onRefusal),
    follow: (transition) => state.mutate({ uids, transition }, onRefusal),
    trash: () =>
      trash.mutate(uids, {
        ...onRefusal,
        onSuccess: () => {
          addToast({ text: t('trashed', { title }), undo: () => untrash.mutate(uids, onRefusal) });
          void navigate(paths.browse.href(parent));
        },
      }),
    untrash: () =>
      untrash.mutate(uids, {
        ...onRefusal,
        onSuccess: () => void addToast({ text: t('untrashed', { title }) }),
      }),
    askToDelete: () => setDeleting(true),
    askToStart: () => setStarting(true),
    dialog: starting ? (
      <StartWorkflowDialog
        documents={[document]}
        onClose={() => setStarting(false)}
        onStarted={() => void navigate(paths.doc.href(uid, 'workflow'), { replace: true })}
      />
    ) : (
      <Dialog
        open={deleting}
        size="small"
        title={t('delete.title', { title })}
        description={t('delete.text')}
        onClose={() => setDeleting(false)}
        footer={
          <>
            <Button onClick={() => setDeleting(false)}>{t('cancel')}</Button>
            <Button
              look="danger-fill"
              loading={remove.isPending}
              onClick={() =>
                remove.mutate(uids, {
                  ...onRefusal,
                  onSuccess: () => void navigate(paths.browse.href(parent)),
                })
              }
            >
              {t('delete.verb')}
            </Button>
          </>
        }
      />
    ),
  };
}

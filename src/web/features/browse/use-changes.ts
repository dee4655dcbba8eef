/**
 * What lists do to documents, with the words said after: who was moved where, and how to undo it. Invariant: every
 * change ends in a toast, the failed ones with the server's reason.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { setFavourite } from '#web/api/collections.ts';
import {
  copyDocuments,
  deleteDocuments,
  emptyTrash,
  lockDocuments,
  moveDocuments,
  trashDocuments,
  unlockDocuments,
  untrashDocuments,
} from '#web/api/document-changes.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { addToast } from '#web/ui/toasts.ts';
import type { StoredDocument } from './place.ts';

export interface Target {
  readonly uid: string;
  readonly title: string;
}

type Documents = readonly StoredDocument[];

const idsOf = (documents: Documents) => documents.map(({ uid }) => uid);

export function useChanges() {
  const { t } = useTranslation('browse');
  const format = useFormat();
  const client = useQueryClient();
  const trashing = useMutation(trashDocuments());
  const restoring = useMutation(untrashDocuments());
  const deleting = useMutation(deleteDocuments());
  const emptying = useMutation(emptyTrash());
  const moving = useMutation(moveDocuments());
  const copying = useMutation(copyDocuments());
  const locking = useMutation(lockDocuments());
  const unlocking = useMutation(unlockDocuments());
  const starring = useMutation(setFavourite());

  const words = (documents: Documents) => ({
    count: documents.length,
    number: format.count(documents.length),
    name: documents[0]?.title ?? '',
  });
  const telling = async (work: () => Promise<unknown>, failed: string): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      addToast({ kind: 'bad', text: t(failed, { reason: error instanceof Error ? error.message : '' }) });
      return false;
    }
  };

  const restore = (documents: Documents) =>
    telling(async () => {
      await restoring.mutateAsync(idsOf(documents));
      addToast({ text: t('restore.done', words(documents)) });
    }, 'restore.failed');

  const moveBack = (documents: Documents) =>
    telling(async () => {
      for (const [parent, children] of Map.groupBy(documents, ({ parentRef }) => parentRef)) {
        if (parent !== null) await moving.mutateAsync({ uids: idsOf(children), targetId: parent });
      }
    }, 'move.failed');

  return {
    restore,
    trash: (documents: Documents) =>
      telling(async () => {
        await trashing.mutateAsync(idsOf(documents));
        addToast({ text: t('trash.done', words(documents)), undo: () => void restore(documents) });
      }, 'trash.failed'),
    remove: (documents: Documents) =>
      telling(async () => {
        await deleting.mutateAsync(idsOf(documents));
        addToast({ text: t('delete.done', words(documents)) });
      }, 'delete.failed'),
    emptyTrash: (parentId: string) =>
      telling(async () => {
        await emptying.mutateAsync(parentId);
        addToast({ text: t('emptyTrash.done') });
      }, 'emptyTrash.failed'),
    move: (documents: Documents, target: Target) =>
      telling(async () => {
        await moving.mutateAsync({ uids: idsOf(documents), targetId: target.uid });
        addToast({
          text: t('move.done', { ...words(documents), target: target.title }),
          undo: () => void moveBack(documents),
        });
      }, 'move.failed'),
    copy: (documents: Documents, target: Target) =>
      telling(async () => {
        const copies = await copying.mutateAsync({ uids: idsOf(documents), targetId: target.uid });
        const made = copies.flatMap(({ uid }) => uid ?? []);
        addToast({
          text: t('copy.done', { ...words(documents), target: target.title }),
          undo: () => void telling(() => trashing.mutateAsync(made), 'trash.failed'),
        });
      }, 'copy.failed'),
    lock: (documents: Documents) => telling(() => locking.mutateAsync(idsOf(documents)), 'lock.failed'),
    unlock: (documents: Documents) => telling(() => unlocking.mutateAsync(idsOf(documents)), 'lock.failed'),
    star: (documents: Documents, favourite: boolean) =>
      telling(() => starring.mutateAsync({ uids: idsOf(documents), favourite }), 'star.failed'),
    download: (documents: Documents) =>
      telling(
        async () =>
          (await import('./download.ts')).downloadDocuments(client, documents, t('download.archive')),
        'download.failed',
      ),
  };
}

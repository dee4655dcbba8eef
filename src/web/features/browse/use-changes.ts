/**
 * What lists do to documents, with the words said after: who was moved where, and how to undo it. Invariant: every
 * change ends in a toast, the failed ones with the server's reason.
 */
import { type MutationOptions, type QueryClient, useQueryClient } from '@tanstack/react-query';
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
import type { Translate } from '#web/i18n/texts.ts';
import { type Format, useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { addToast } from '#web/ui/toasts.ts';
import type { StoredDocument } from './place.ts';

export interface Target {
  readonly uid: string;
  readonly title: string;
}

type Documents = readonly StoredDocument[];

const idsOf = (documents: Documents) => documents.map(({ uid }) => uid);

export interface ChangeTools {
  readonly client: QueryClient;
  readonly t: Translate;
  readonly format: Format;
}

export function changesOf({ client, t, format }: ChangeTools) {
  const run = <Data, Wanted, Before>(
    options: MutationOptions<Data, Error, Wanted, Before>,
    wanted: Wanted,
  ): Promise<Data> => client.getMutationCache().build(client, options).execute(wanted);

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
      await run(untrashDocuments(), idsOf(documents));
      addToast({ text: t('restore.done', words(documents)) });
    }, 'restore.failed');

  const moveBack = (documents: Documents) =>
    telling(async () => {
      for (const [parent, children] of Map.groupBy(documents, ({ parentRef }) => parentRef)) {
        if (parent !== null) await run(moveDocuments(), { uids: idsOf(children), targetId: parent });
      }
    }, 'move.failed');

  return {
    restore,
    trash: (documents: Documents) =>
      telling(async () => {
        await run(trashDocuments(), idsOf(documents));
        addToast({ text: t('trash.done', words(documents)), undo: () => void restore(documents) });
      }, 'trash.failed'),
    remove: (documents: Documents) =>
      telling(async () => {
        await run(deleteDocuments(), idsOf(documents));
        addToast({ text: t('delete.done', words(documents)) });
      }, 'delete.failed'),
    emptyTrash: (parentId: string) =>
      telling(async () => {
        await run(emptyTrash(), parentId);
        addToast({ text: t('emptyTrash.done') });
      }, 'emptyTrash.failed'),
    move: (documents: Documents, target: Target) =>
      telling(async () => {
        await run(moveDocuments(), { uids: idsOf(documents), targetId: target.uid });
        addToast({
          text: t('move.done', { ...words(documents), target: target.title }),
          undo: () => void moveBack(documents),
        });
      }, 'move.failed'),
    copy: (documents: Documents, target: Target) =>
      telling(async () => {
        const copies = await run(copyDocuments(), { uids: idsOf(documents), targetId: target.uid });
        const made = copies.flatMap(({ uid }) => uid ?? []);
        addToast({
          text: t('copy.done', { ...words(documents), target: target.title }),
          undo: () => void telling(() => run(trashDocuments(), made), 'trash.failed'),
        });
      }, 'copy.failed'),
    lock: (documents: Documents) => telling(() => run(lockDocuments(), idsOf(documents)), 'lock.failed'),
    unlock: (documents: Documents) => telling(() => run(unlockDocuments(), idsOf(documents)), 'lock.failed'),
    star: (documents: Documents, favourite: boolean) =>
      telling(() => run(setFavourite(), { uids: idsOf(documents), favourite }), 'star.failed'),
    download: (documents: Documents) =>
      telling(
        async () =>
          (await import('./download.ts')).downloadDocuments(client, documents, t('download.archive')),
        'download.failed',
      ),
  };
}

export type Changes = ReturnType<typeof changesOf>;

export function useChanges(): Changes {
  const { t } = useTranslation('browse');
  const format = useFormat();
  const client = useQueryClient();
  return changesOf({ client, t, format });
}

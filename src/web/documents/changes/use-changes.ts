/**
 * The changes that lists make to documents, with the messages about what was done and how to undo it. Invariant: every change
 * ends in a toast; a failed one has the server's reason.
 */
import { type MutationOptions, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { orderMembers } from '#web/api/collection-order.ts';
import { setFavourite, setSubscription } from '#web/api/collections.ts';
import { documentById } from '#web/api/document-by-id.ts';
import {
  changeState,
  copyDocuments,
  deleteDocuments,
  lockDocuments,
  moveDocuments,
  orderDocuments,
  publishDocuments,
  renameDocument,
  trashDocuments,
  unlockDocuments,
  untrashDocuments,
} from '#web/api/document-changes.ts';
import { isFavourite } from '#web/api/document-context.ts';
import { subscriptionsOf } from '#web/api/document-details.ts';
import { me } from '#web/api/me.ts';
import { refreshDocuments } from '#web/api/optimistic.ts';
import { addTags, removeTags } from '#web/api/tags.ts';
import { addToast } from '#web/frame/toasts.ts';
import { noteUnanswered } from '#web/frame/unanswered-changes.ts';
import type { Translate, Values } from '#web/i18n/texts.ts';
import { type Format, useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { DocumentEntity } from '#wire/document.ts';
import { leaveSelections } from '../selection/leave-selections.ts';
import type { StoredDocument } from '../stored-document.ts';
import { inSteps, type Worked } from './in-steps.ts';
import { type Transition, transitionsBack } from './life-cycle.ts';

export interface Target {
  readonly uid: string;
  readonly title: string;
}

type Documents = readonly StoredDocument[];

/** Tags to add to and remove from one document. */
export interface TagDelta {
  readonly uid: string;
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** A document of an ordered folder, and the one after it. */
export interface Placed {
  readonly document: StoredDocument;
  readonly follower: StoredDocument | null;
}

interface Work {
  /** Shown while it runs. */
  readonly doing?: string;
  /** The message about what was done; without it the effect is visible anyway. */
  readonly done?: (some: Documents) => string;
  readonly undo?: (some: Documents) => unknown;
  /** They leave their list, so they must leave its selection too. */
  readonly leave?: boolean;
  readonly failed: string;
  readonly step: (some: Documents) => Promise<unknown>;
}

/**
 * Called before the change: keys pressed meanwhile must not act on these documents, and parts that show the selection would
 * request documents that are gone. Returns a function that selects those again that stay.
 */
function deselect(documents: Documents): (stay: Documents) => void {
  const gone = new Set(idsOf(documents));
  const giveBack = leaveSelections(({ uid }) => gone.has(uid));
  return (stay) => {
    const left = new Set(idsOf(stay));
    giveBack(({ uid }) => left.has(uid));
  };
}

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
  const telling = (work: () => Promise<unknown>, failed: string, values: Values = {}): Promise<boolean> =>
    noteUnanswered(attempt(work, failed, values));

  const attempt = async (work: () => Promise<unknown>, failed: string, values: Values): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      addToast({
        kind: 'bad',
        text: t(failed, { ...values, reason: error instanceof Error ? error.message : '' }),
      });
      return false;
    }
  };

  /** Reports at the end what was done, how to undo it, and what was not changed. False if nothing was done. */
  const work = (documents: Documents, { doing, done, undo, leave, failed, step }: Work): Promise<boolean> =>
    telling(async () => {
      const giveBack = leave ? deselect(documents) : undefined;
      let worked: Worked<StoredDocument>;
      try {
        worked = await inSteps(documents, { t, format }, doing ?? t('work.doing', words(documents)), step);
      } catch (error) {
        giveBack?.(documents);
        throw error;
      }
      giveBack?.(documents.slice(worked.done.length));
      const sentences = [done?.(worked.done), worked.rest].filter((text) => text != null);
      if (sentences.length === 0) return;
      const toast = { kind: worked.broke ? 'bad' : 'done', text: sentences.join(' ') } as const;
      addToast(undo === undefined ? toast : { ...toast, undo: () => void undo(worked.done) });
    }, failed);

  const restore = (documents: Documents) =>
    work(documents, {
      doing: t('restore.doing', words(documents)),
      leave: true,
      done: (some) => t('restore.done', words(some)),
      failed: 'restore.failed',
      step: (some) => run(untrashDocuments(), idsOf(some)),
    });

  const remove = (documents: Documents) =>
    work(documents, {
      doing: t('delete.doing', words(documents)),
      leave: true,
      done: (some) => t('delete.done', words(some)),
      failed: 'delete.failed',
      step: (some) => run(deleteDocuments(), idsOf(some)),
    });

  const rename = (document: DocumentEntity, title: string): Promise<boolean> =>
    telling(
      async () => {
        const before = document.title;
        const renamed = await run(renameDocument(), { document, title });
        addToast(
          renamed === null
            ? { text: t('waits') }
            : {
                text: t('rename.done', { name: before, title: renamed.title }),
                undo: () => void nameBack(renamed, before),
              },
        );
      },
      'rename.failed',
      { name: document.title },
    );

  /** Undoes a rename on the document as it is now, unless somebody has given it another name meanwhile. */
  const nameBack = ({ uid, title: given }: DocumentEntity, title: string): Promise<boolean> =>
    telling(
      async () => {
        const fresh = await client.fetchQuery({ ...documentById(uid ?? ''), staleTime: 0 });
        if (fresh.title !== given) throw new Error(t('rename.meanwhile', { title: fresh.title }));
        await run(renameDocument(), { document: fresh, title });
      },
      'rename.failed',
      { name: given },
    );

  /** A delta for each document: which of the tags it lacked or had is known before. */
  const tag = (documents: Documents, changed: readonly TagDelta[]) =>
    telling(async () => {
      const done = await applyTags(changed);
      const back = changed.map(({ uid, add, remove }) => ({ uid, add: remove, remove: add }));
      addToast({
        text: done ? t('tags.done', words(documents)) : t('waits'),
        undo: () => void telling(() => applyTags(back), 'tags.failed'),
      });
    }, 'tags.failed');

  /** One call for all documents with the same delta. False: some wait until the server answers. */
  const applyTags = async (changed: readonly TagDelta[]): Promise<boolean> => {
    let done = true;
    for (const alike of Map.groupBy(changed, ({ add, remove }) => JSON.stringify([add, remove])).values()) {
      const { add = [], remove = [] } = alike[0] ?? {};
      await inSteps(
        alike,
        { t, format },
        t('work.doing', { ...words([]), count: alike.length }),
        async (some) => {
          const uids = some.map(({ uid }) => uid);
          if (add.length > 0) done = (await run(addTags(), { uids, tags: add })) !== null && done;
          if (remove.length > 0) done = (await run(removeTags(), { uids, tags: remove })) !== null && done;
        },
      );
    }
    return done;
  };

  /** Moves documents of an ordered folder, or members of a collection. */
  const place = (folder: StoredDocument, uids: readonly string[], beforeId: string | null) =>
    folder.facets.includes('Collection')
      ? run(orderMembers(), { collectionId: folder.uid, uids, beforeId })
      : run(orderDocuments(), { folderId: folder.uid, uids, beforeId });

  const orderBack = (folder: StoredDocument, moved: readonly Placed[]) =>
    telling(async () => {
      // From the last one on, so that each one's follower is back in its position.
      for (const { document, follower } of moved.toReversed())
        await place(folder, [document.uid], follower?.uid ?? null);
    }, 'order.failed');

  /** @param follower the document that will follow them; null = they become the last */
  const order = (folder: StoredDocument, moved: readonly Placed[], follower: StoredDocument | null) => {
    const documents = moved.map(({ document }) => document);
    return telling(async () => {
      await place(folder, idsOf(documents), follower?.uid ?? null);
      const text =
        follower === null
          ? t('order.last', words(documents))
          : t('order.before', { ...words(documents), follower: follower.title });
      addToast({ text, undo: () => void orderBack(folder, moved) });
    }, 'order.failed');
  };

  const moveBack = async (documents: Documents) => {
    for (const [parent, children] of Map.groupBy(documents, ({ parentRef }) => parentRef)) {
      if (parent === null) continue;
      await work(children, {
        failed: 'move.failed',
        step: (some) => run(moveDocuments(), { uids: idsOf(some), targetId: parent }),
      });
    }
  };

  const takeBack = (copies: readonly string[]) =>
    telling(async () => {
      const count = copies.length;
      const doing = t('work.doing', { count, number: format.count(count), name: '' });
      const { rest } = await inSteps(copies, { t, format }, doing, (some) => run(trashDocuments(), some));
      if (rest !== null) addToast({ text: rest });
    }, 'trash.failed');

  const lockStep = (locked: boolean): Work => ({
    failed: 'lock.failed',
    step: (some) => run(locked ? lockDocuments() : unlockDocuments(), idsOf(some)),
  });

  /** Removing another person's lock cannot be undone. */
  const setLock = (documents: Documents, locked: boolean) => {
    const myself = client.getQueryData(me().queryKey)?.id;
    const mine = locked || documents.every(({ lockOwner }) => lockOwner === myself);
    const undo = (some: Documents) => work(some, lockStep(!locked));
    return work(documents, {
      ...lockStep(locked),
      done: (some) => t(locked ? 'lock.locked' : 'lock.unlocked', words(some)),
      ...(mine ? { undo } : {}),
    });
  };

  const starStep = (favourite: boolean): Work => ({
    failed: 'star.failed',
    step: (some) => run(setFavourite(), { uids: idsOf(some), favourite }),
  });

  const subscribeStep = (subscribed: boolean): Work => ({
    failed: 'subscribe.failed',
    step: (some) => run(setSubscription(), { uids: idsOf(some), subscribed }),
  });

  const stateStep = (transition: Transition): Work => ({
    failed: 'transition.failed',
    step: (some) => run(changeState(), { uids: idsOf(some), transition }),
  });

  const stateBack = async (documents: Documents, transition: Transition) => {
    for (const [state, some] of Map.groupBy(documents, (document) => document.state))
      for (const back of transitionsBack(transition, state)) if (!(await work(some, stateStep(back)))) return;
  };

  return {
    restore,
    trash: (documents: Documents) =>
      work(documents, {
        doing: t('trash.doing', words(documents)),
        done: (some) => t('trash.done', words(some)),
        undo: restore,
        leave: true,
        failed: 'trash.failed',
        step: (some) => run(trashDocuments(), idsOf(some)),
      }),
    remove,
    /** @param find lists this person's trash */
    emptyTrash: async (find: () => Promise<Documents>) => {
      let found: Documents = [];
      const search = async () => {
        found = await find();
      };
      return (await telling(search, 'emptyTrash.failed')) && remove(found);
    },
    move: (documents: Documents, { uid, title }: Target) =>
      work(documents, {
        doing: t('move.doing', { ...words(documents), target: title }),
        done: (some) => t('move.done', { ...words(some), target: title }),
        undo: moveBack,
        leave: true,
        failed: 'move.failed',
        step: (some) => run(moveDocuments(), { uids: idsOf(some), targetId: uid }),
      }),
    copy: (documents: Documents, { uid, title }: Target) => {
      const made: string[] = [];
      return work(documents, {
        doing: t('copy.doing', { ...words(documents), target: title }),
        done: (some) => t('copy.done', { ...words(some), target: title }),
        undo: () => takeBack(made),
        failed: 'copy.failed',
        step: async (some) => {
          const copies = await run(copyDocuments(), { uids: idsOf(some), targetId: uid });
          made.push(...copies.flatMap(({ uid: copy }) => copy ?? []));
          const beside = copies.filter((_, index) => some[index]?.parentRef === uid);
          if (beside.length > 0) await (await import('./copy-names.ts')).nameCopies(client, beside, uid, t);
        },
      });
    },
    publish: (documents: Documents, { uid, title }: Target) =>
      work(documents, {
        doing: t('publish.doing', { ...words(documents), target: title }),
        done: (some) => t('publish.done', { ...words(some), target: title }),
        failed: 'publish.failed',
        step: (some) => run(publishDocuments(), { uids: idsOf(some), targetId: uid }),
      }),
    rename,
    tag,
    order,
    lock: (documents: Documents) => setLock(documents, true),
    unlock: (documents: Documents) => setLock(documents, false),
    star: (documents: Documents, favourite: boolean) => {
      const changed = documents.filter((document) => isFavourite(document) !== favourite);
      return work(changed, {
        ...starStep(favourite),
        done: (some) => t(favourite ? 'star.added' : 'star.removed', words(some)),
        undo: (some) => work(some, starStep(!favourite)),
      });
    },
    subscribe: (documents: Documents, subscribed: boolean) => {
      const changed = documents.filter((document) => subscriptionsOf(document).length > 0 !== subscribed);
      return work(changed, {
        ...subscribeStep(subscribed),
        done: (some) => t(subscribed ? 'subscribe.started' : 'subscribe.stopped', words(some)),
        undo: (some) => work(some, subscribeStep(!subscribed)),
      });
    },
    /** @param state name of the new state */
    changeState: (documents: Documents, transition: Transition, state: string) =>
      work(documents, {
        ...stateStep(transition),
        done: (some) => t('transition.done', { ...words(some), state }),
        undo: (some) => stateBack(some, transition),
      }),
    refresh: () => refreshDocuments(client),
    download: (documents: Documents) =>
      telling(
        async () => (await import('../commands/download.ts')).downloadDocuments(documents, { t, format }),
        'download.failed',
      ),
  };
}

export type Changes = ReturnType<typeof changesOf>;

export function useChanges(): Changes {
  const { t } = useTranslation('changes');
  const format = useFormat();
  const client = useQueryClient();
  return changesOf({ client, t, format });
}

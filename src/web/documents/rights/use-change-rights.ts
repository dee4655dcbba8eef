/**
 * Changes the rights on many documents, one after the other: shown in the tray, stopped between two, undone as a whole; refusals
 * are listed. Invariant: each completed step has its own undo, whatever happens to the next.
 */
import { useQueryClient } from '@tanstack/react-query';
import { addEntry, inherit, removeEntry, restoreEntry } from '#web/api/access-changes.ts';
import { type KnownRights, rightsOf } from '#web/api/access-of-many.ts';
import { addToast } from '#web/frame/toasts.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { Words } from '../changes/in-steps.ts';
import { oneByOne } from '../changes/one-by-one.ts';
import { type RightsStep, usernameOf } from './rights-plan.ts';

export interface RightsTask {
  readonly uid: string;
  readonly step: RightsStep;
  readonly known: KnownRights;
}

/** Undoes one completed step. */
interface Undo {
  readonly uid: string;
  readonly run: () => Promise<void>;
}

export function useChangeRights() {
  const { t } = useTranslation('rights');
  const { t: changes } = useTranslation('changes');
  const format = useFormat();
  const client = useQueryClient();
  const words: Words = { t: changes, format };
  const counted = (count: number) => ({ count, number: format.count(count) });

  const takeBack = async (undos: readonly Undo[]) => {
    const { done } = await oneByOne(undos.toReversed(), words, t('undoing'), client, ({ run }) => run());
    if (done > 0) addToast({ text: t('undone') });
  };

  return async (tasks: readonly RightsTask[]): Promise<void> => {
    const undos: Undo[] = [];
    const { done, left } = await oneByOne(tasks, words, t('doing', counted(tasks.length)), client, (task) =>
      carryOut(task, (run) => undos.push({ uid: task.uid, run })),
    );
    const sentences = [
      ...(done === 0 && left === 0 ? [] : [t('done', counted(done))]),
      ...(left === 0 ? [] : [changes('work.stopped', counted(left))]),
    ];
    if (sentences.length > 0)
      addToast({
        text: sentences.join(' '),
        undo: undos.length === 0 ? undefined : () => void takeBack(undos),
      });
  };
}

async function carryOut(
  { uid, step, known }: RightsTask,
  onDone: (undo: () => Promise<void>) => void,
): Promise<void> {
  switch (step.kind) {
    case 'give':
      await addEntry({ uid, users: step.users, permission: step.permission });
      return onDone(() => takeGiven(uid, step, known));
    case 'take':
      for (const { acl, ace } of step.entries) {
        const { id: aceId, permission, begin, end } = ace;
        await removeEntry({ uid, aceId, acl });
        onDone(() => restoreEntry({ uid, acl, username: usernameOf(ace), permission, begin, end }));
      }
      return;
    case 'inherit':
      await inherit({ uid, blocked: step.blocked });
      return onDone(() => inherit({ uid, blocked: !step.blocked }));
  }
}

/**
 * Removes granted entries again, found by their new ids; entries that existed before are kept, and replaced ones are restored.
 */
async function takeGiven(
  uid: string,
  { users, permission }: RightsStep & { readonly kind: 'give' },
  known: KnownRights,
): Promise<void> {
  const now = localOf((await rightsOf([uid])).get(uid));
  const before = localOf(known);
  const ids = new Set(before.map(({ id }) => id));
  const isGiven = (ace: { readonly permission: string }) => ace.permission === permission;
  for (const ace of now)
    if (!ids.has(ace.id) && ace.granted && isGiven(ace) && users.includes(usernameOf(ace)))
      await removeEntry({ uid, aceId: ace.id });
  const left = new Set(now.map(({ id }) => id));
  for (const ace of before)
    if (!left.has(ace.id) && ace.granted && isGiven(ace) && users.includes(usernameOf(ace))) {
      const { begin, end } = ace;
      await restoreEntry({ uid, acl: 'local', username: usernameOf(ace), permission, begin, end });
    }
}

function localOf(known: KnownRights | undefined) {
  return known?.acls.find(({ name }) => name === 'local')?.aces ?? [];
}

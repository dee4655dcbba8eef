// Changes to the rights on a document. Each shows a toast, with an undo if it can be undone.
import { useMutation } from '@tanstack/react-query';
import { removeAccess, replaceAccess, restoreAccess, setInheritance } from '#web/api/access-changes.ts';
import { addToast } from '#web/frame/toasts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { AceEntity } from '#wire/activity.ts';
import { nameOf } from './access-check.ts';

export interface AccessEntry {
  readonly acl: string;
  readonly ace: AceEntity;
}

export interface EntryChange {
  readonly permission?: string;
  /** ISO; null: from now, without an end. */
  readonly begin?: string | null;
  readonly end?: string | null;
}

const onError = (cause: Error) => void addToast({ kind: 'bad', text: cause.message });

export function useAccessChanges(uid: string) {
  const { t } = useTranslation('document');
  const removing = useMutation(removeAccess());
  const restoring = useMutation(restoreAccess());
  const replacing = useMutation(replaceAccess());
  const inheriting = useMutation(setInheritance());

  const remove = ({ acl, ace }: AccessEntry) =>
    removing.mutate(
      { uid, aceId: ace.id, acl },
      {
        onError,
        onSuccess: () => {
          const restore = () => restoring.mutate({ uid, acl, ...contentOf(ace) }, { onError });
          addToast({
            text: t('access.removed', { who: nameOf(ace) }),
            undo: ace.granted ? restore : undefined,
          });
        },
      },
    );
  const replace = ({ acl, ace }: AccessEntry, change: EntryChange) =>
    replacing.mutate(
      { uid, acl, aceId: ace.id, ...contentOf(ace), ...change },
      { onError, onSuccess: () => void addToast({ text: t('access.changed', { who: nameOf(ace) }) }) },
    );
  const block = async (blocked: boolean) => {
    await inheriting.mutateAsync({ uid, blocked });
    addToast({
      text: t(blocked ? 'access.blockDone' : 'access.unblockDone'),
      undo: blocked ? () => inheriting.mutate({ uid, blocked: false }, { onError }) : undefined,
    });
  };
  const pending = [removing, restoring, replacing, inheriting].some(({ isPending }) => isPending);
  return { remove, replace, block, pending };
}

function contentOf(ace: AceEntity) {
  const { permission, begin, end } = ace;
  return { username: nameOf(ace), permission, begin, end };
}

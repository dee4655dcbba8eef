// The "…" menu of a document: everything the head has no room for, with the reason where something cannot be done.
import { useQueryClient } from '@tanstack/react-query';
import {
  ArrowDownToLine,
  Bell,
  BellOff,
  CircleCheck,
  CircleDashed,
  CircleSlash,
  Ellipsis,
  Link2,
  LockKeyhole,
  LockKeyholeOpen,
  type LucideIcon,
  RefreshCw,
  Star,
  Trash2,
  Undo2,
  UserPlus,
  Workflow,
} from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { isFavourite, may, subscriptionsOf } from '#web/api/document-context.ts';
import { refreshDocuments } from '#web/api/optimistic.ts';
import type { StoredDocument } from '#web/documents/stored-document.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import type { MenuEntries, MenuEntry } from '#web/ui/menu-entries.ts';
import type { DocumentActions } from './document-actions.tsx';

const transitions: Readonly<Record<string, readonly (readonly [name: string, icon: LucideIcon])[]>> = {
  project: [
    ['approve', CircleCheck],
    ['obsolete', CircleSlash],
  ],
  approved: [
    ['backToProject', CircleDashed],
    ['obsolete', CircleSlash],
  ],
  obsolete: [['backToProject', CircleDashed]],
};

/** As the server holds it: whoever may change the document, while it is no version, in no trash and not approved yet. */
export function mayStartWorkflow(document: StoredDocument): boolean {
  const { isVersion, isTrashed, state } = document;
  return may(document, 'Write') && !isVersion && !isTrashed && state !== 'approved';
}

export function useMoreEntries(
  document: StoredDocument,
  actions: DocumentActions,
): { readonly icon: LucideIcon; readonly entries: MenuEntries } {
  const { t } = useTranslation('document');
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { uid, state, lockOwner, isTrashed, isVersion } = document;
  const openTab = (tab: string) => void navigate(paths.doc.href(uid, tab), { replace: true });
  const subscribed = subscriptionsOf(document).length > 0;
  const favourite = isFavourite(document);
  const frozen = isVersion ? t('reason.version') : isTrashed ? t('reason.trash') : undefined;
  const noWrite = frozen ?? (may(document, 'Write') ? undefined : t('reason.write'));
  const noRemove = may(document, 'Remove') ? undefined : t('reason.remove');

  const entries = (): readonly MenuEntry[] => [
    {
      id: 'download',
      label: t('download'),
      icon: ArrowDownToLine,
      disabledReason: actions.download === null ? t('reason.noFile') : undefined,
      onSelect: () => actions.download?.(),
    },
    { id: 'link', label: t('copyLink'), icon: Link2, onSelect: () => void actions.copyLink() },
    { id: 'share', label: t('share'), icon: UserPlus, onSelect: () => openTab('access') },
    {
      id: 'workflow',
      label: t('startWorkflow'),
      icon: Workflow,
      shortcut: 'W',
      disabledReason: noWrite ?? (document.state === 'approved' ? t('reason.approved') : undefined),
      onSelect: actions.askToStart,
    },
    { kind: 'separator' },
    {
      id: 'favourite',
      label: favourite ? t('favourite.remove') : t('favourite.add'),
      icon: Star,
      onSelect: actions.toggleFavourite,
    },
    {
      id: 'subscribe',
      label: subscribed ? t('subscribe.stop') : t('subscribe.start'),
      icon: subscribed ? BellOff : Bell,
      onSelect: actions.toggleSubscription,
    },
    {
      id: 'lock',
      label: lockOwner === undefined ? t('lock.lock') : t('lock.unlock'),
      icon: lockOwner === undefined ? LockKeyhole : LockKeyholeOpen,
      shortcut: 'L',
      disabledReason: noWrite,
      onSelect: actions.toggleLock,
    },
    ...(transitions[state ?? ''] ?? []).map(
      ([name, icon]): MenuEntry => ({
        id: name,
        label: t(`transition.${name}`),
        icon,
        disabledReason: noWrite,
        onSelect: () => actions.follow(name),
      }),
    ),
    { id: 'refresh', label: t('refresh'), icon: RefreshCw, onSelect: () => void refreshDocuments(queries) },
    { kind: 'separator' },
    isTrashed
      ? {
          id: 'untrash',
          label: t('untrash'),
          icon: Undo2,
          disabledReason: noRemove,
          onSelect: actions.untrash,
        }
      : {
          id: 'trash',
          label: t('trash'),
          icon: Trash2,
          disabledReason: isVersion ? t('reason.version') : noRemove,
          onSelect: actions.trash,
        },
    ...(isTrashed || isVersion
      ? [
          {
            id: 'delete',
            label: t('delete.verb'),
            icon: Trash2,
            danger: true,
            disabledReason: noRemove,
            onSelect: actions.askToDelete,
          },
        ]
      : []),
  ];
  return { icon: Ellipsis, entries };
}

// What can be done on a document's page: its "…" menu, its keys and the palette show it, with the reason where something
// cannot be done.

import { useQueryClient } from '@tanstack/react-query';
import {
  Bell,
  BellOff,
  CircleCheck,
  CircleDashed,
  CircleSlash,
  type IconNode,
  RefreshCw,
  Trash2,
  Undo2,
  UserPlus,
  Workflow,
} from 'lucide';
import { useNavigate } from 'react-router-dom';
import { may, subscriptionsOf } from '#web/api/document-context.ts';
import { refreshDocuments } from '#web/api/optimistic.ts';
import type { Commands } from '#web/documents/commands/command.ts';
import { ofExtensions, useDocumentCommands } from '#web/documents/commands/use-document-commands.ts';
import type { StoredDocument } from '#web/documents/stored-document.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import type { DocumentActions } from './document-actions.tsx';

const fromLists = [
  'download',
  'link',
  'star',
  'lock',
  'rename',
  'move',
  'copyTo',
  'cut',
  'copy',
  'tag',
  'collect',
  'operation',
  ofExtensions,
];

const transitions: Readonly<Record<string, readonly (readonly [name: string, icon: IconNode])[]>> = {
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

/** Those of every list, and those that only a document's own page has. */
export function usePageCommands(document: StoredDocument, actions: DocumentActions): Commands {
  const { t } = useTranslation('document');
  const navigate = useNavigate();
  const queries = useQueryClient();
  const shared = useDocumentCommands({ documents: [document], place: null }, fromLists);
  const { uid, state, isTrashed, isVersion } = document;
  const subscribed = subscriptionsOf(document).length > 0;
  const frozen = isVersion ? t('reason.version') : isTrashed ? t('reason.trash') : undefined;
  const noWrite = frozen ?? (may(document, 'Write') ? undefined : t('reason.write'));
  const noRemove = may(document, 'Remove') ? undefined : t('reason.remove');

  const group = t('keys');
  const opening: Commands[number] = [
    {
      id: 'share',
      group,
      label: t('share'),
      icon: UserPlus,
      run: () => navigate(paths.doc.href(uid, 'rights')),
    },
    {
      id: 'workflow',
      group,
      label: t('startWorkflow'),
      icon: Workflow,
      keys: 'W',
      disabledReason: noWrite ?? (document.state === 'approved' ? t('reason.approved') : undefined),
      run: actions.askToStart,
    },
  ];
  const following: Commands[number] = [
    {
      id: 'subscribe',
      group,
      label: subscribed ? t('subscribe.stop') : t('subscribe.start'),
      icon: subscribed ? BellOff : Bell,
      run: actions.toggleSubscription,
    },
    ...(transitions[state ?? ''] ?? []).map(([name, icon]) => ({
      id: name,
      group,
      label: t(`transition.${name}`),
      icon,
      disabledReason: noWrite,
      run: () => actions.follow(name),
    })),
    { id: 'refresh', group, label: t('refresh'), icon: RefreshCw, run: () => refreshDocuments(queries) },
  ];
  const removing: Commands[number] = [
    isTrashed
      ? {
          id: 'untrash',
          group,
          label: t('untrash'),
          icon: Undo2,
          disabledReason: noRemove,
          run: actions.untrash,
        }
      : {
          id: 'trash',
          group,
          label: t('trash'),
          icon: Trash2,
          disabledReason: isVersion ? t('reason.version') : noRemove,
          run: actions.trash,
        },
    ...(isTrashed || isVersion
      ? [
          {
            id: 'delete',
            group,
            label: t('delete.verb'),
            icon: Trash2,
            danger: true,
            disabledReason: noRemove,
            run: actions.askToDelete,
          },
        ]
      : []),
  ];
  return [opening, ...shared, following, removing];
}

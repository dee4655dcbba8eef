// What can be done on a document's page: its "…" menu, its keys and the palette show it, with the reason where something
// cannot be done. What lists can do as well is the registry's own; here stands what only the page has.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Bell, BellOff, CircleCheck, CircleDashed, CircleSlash, type IconNode, RefreshCw } from 'lucide';
import { useNavigate } from 'react-router-dom';
import { setSubscription } from '#web/api/collections.ts';
import { changeState } from '#web/api/document-changes.ts';
import { breadcrumbOf, may, subscriptionsOf } from '#web/api/document-context.ts';
import { refreshDocuments } from '#web/api/optimistic.ts';
import type { Commands } from '#web/documents/commands/command.ts';
import { ofExtensions, useDocumentCommands } from '#web/documents/commands/use-document-commands.ts';
import type { StoredDocument } from '#web/documents/stored-document.ts';
import { addToast } from '#web/frame/toasts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';

const opening = ['access', 'workflow'];

const fromLists = [
  ...opening,
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
  'trash',
  'restore',
  'delete',
  ofExtensions,
];

const removing = ['trash', 'restore', 'delete'];

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

/** Those of every list, and those that only a document's own page has. */
export function usePageCommands(document: StoredDocument): Commands {
  const { t } = useTranslation('document');
  const navigate = useNavigate();
  const queries = useQueryClient();
  const subscription = useMutation(setSubscription());
  const stateChange = useMutation(changeState());
  const { uid, state, isTrashed, isVersion } = document;
  const parent = breadcrumbOf(document).at(-2)?.path ?? '/';
  const shared = useDocumentCommands(
    {
      documents: [document],
      place: null,
      onGone: () => void navigate(paths.browse.href(parent)),
      onStarted: () => void navigate(paths.doc.href(uid, 'workflow'), { replace: true }),
    },
    fromLists,
  );
  const onRefusal = { onError: (cause: Error) => void addToast({ kind: 'bad', text: cause.message }) };
  const subscribed = subscriptionsOf(document).length > 0;
  const frozen = isVersion ? t('reason.version') : isTrashed ? t('reason.trash') : undefined;
  const noWrite = frozen ?? (may(document, 'Write') ? undefined : t('reason.write'));

  const group = t('keys');
  const ofPage: Commands[number] = [
    {
      id: 'subscribe',
      group,
      label: subscribed ? t('subscribe.stop') : t('subscribe.start'),
      icon: subscribed ? BellOff : Bell,
      run: () => subscription.mutate({ uids: [uid], subscribed: !subscribed }, onRefusal),
    },
    ...(transitions[state ?? ''] ?? []).map(([name, icon]) => ({
      id: name,
      group,
      label: t(`transition.${name}`),
      icon,
      disabledReason: noWrite,
      run: () => stateChange.mutate({ uids: [uid], transition: name }, onRefusal),
    })),
    { id: 'refresh', group, label: t('refresh'), icon: RefreshCw, run: () => refreshDocuments(queries) },
  ];
  // Most wanted first, and what removes the document last.
  const first = shared.flat().filter(({ id }) => opening.includes(id));
  // Without their keys: no row that has the focus shows here what they would be about.
  const last = shared.flat().flatMap((one) => (removing.includes(one.id) ? { ...one, keys: undefined } : []));
  const between = shared.map((some) =>
    some.filter(({ id }) => !opening.includes(id) && !removing.includes(id)),
  );
  return [first, ...between, ofPage, last];
}

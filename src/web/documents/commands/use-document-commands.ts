/** The commands that apply to a subject now, ready to be shown and run. */

import { useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import { offlineFolders } from '#web/api/offline/offline-folders.ts';
import { useAwayReason } from '#web/api/use-connection.ts';
import { addToast } from '#web/frame/toasts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { useChanges } from '../changes/use-changes.ts';
import { useExtensionAdditions } from '../extension-additions.ts';
import { addressOf, useAppAddress } from '../open-document.ts';
import { useOtherFolder } from '../panes.ts';
import { useBrowseSlots } from '../slots.ts';
import type { StoredDocument } from '../stored-document.ts';
import { useClipboard } from './clipboard.ts';
import type { Commands, DocumentCommand } from './command.ts';
import type { CommandDefinition, CommandSubject, CommandTools } from './command-definition.ts';
import { definitions } from './definitions.ts';
import { usePinnedCommands } from './pinned-commands.ts';

/** In `ids`: stands for all pinned commands and those of extensions. */
export const addedCommands = 'added';

/** @param ids the commands of this page; all by default */
export function useDocumentCommands(subject: CommandSubject, ids?: readonly string[]): Commands {
  const { t } = useTranslation('changes');
  const { t: list } = useTranslation('documents');
  const { t: ui } = useTranslation('ui');
  const navigate = useNavigate();
  const changes = useChanges();
  const absolute = useAppAddress();
  const { StartWorkflow, onPickVersion } = useBrowseSlots();
  const held = useClipboard((state) => state.held);
  const other = useOtherFolder();
  const { commands: pinned } = usePinnedCommands();
  const { commands: ofExtensions } = useExtensionAdditions();
  // Subscribes to changes of these: "keep offline" then becomes "remove".
  useStore(offlineFolders, ({ folders }) => folders);
  const away = useAwayReason();
  const tools: CommandTools = {
    t,
    list,
    ui,
    changes,
    held,
    other,
    withWorkflows: StartWorkflow !== undefined,
    pickVersion: onPickVersion,
    open: (document) => void navigate(addressOf(document)),
    openTab: (document) => void window.open(absolute(addressOf(document)), '_blank', 'noopener'),
    showTrash: ({ path }) => void navigate(`${paths.trash.href()}?${new URLSearchParams({ in: path })}`),
    search: (text) => void navigate(paths.search.href({ text })),
    compare: (earlier, later) => void navigate(`${paths.doc.href(earlier.uid, 'compare')}?with=${later.uid}`),
    showAccess: ({ uid }) => void navigate(paths.doc.href(uid, 'rights')),
    copyLink: async (document: StoredDocument) => {
      try {
        await navigator.clipboard.writeText(absolute(paths.doc.href(document.uid)));
        addToast({ text: t('linkCopied') });
      } catch {
        addToast({ kind: 'bad', text: t('copyRefused') });
      }
    },
  };
  const all = ids === undefined || ids.includes(addedCommands);
  const own = definitions.map((group) => group.filter(({ id }) => ids === undefined || ids.includes(id)));
  return [...own, ...(all ? [pinned, ofExtensions] : [])].map((group) =>
    group.filter((one) => one.applies(subject, tools)).map((one) => commandOf(one, subject, tools, away)),
  );
}

function commandOf(
  one: CommandDefinition,
  subject: CommandSubject,
  tools: CommandTools,
  away: string | undefined,
): DocumentCommand {
  const { id, keys, danger, short, needsServer } = one;
  return {
    id,
    label: one.label(tools, subject),
    short: short?.(tools),
    group: tools.list('keys'),
    icon: one.iconFor?.(subject) ?? one.icon,
    keys,
    keysOfPage: one.keysOfPage?.(subject),
    danger,
    inFields: false,
    disabledReason:
      one.refusal?.(subject, tools) ??
      ((typeof needsServer === 'function' ? needsServer(subject) : needsServer) ? away : undefined),
    run: () => one.run(subject, tools),
  };
}

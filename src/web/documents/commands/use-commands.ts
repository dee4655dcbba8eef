/** The commands for documents in a folder, in favourites or in recent: what the selection may do, with reasons where not. */
import {
  ClipboardPaste,
  Copy,
  Download,
  ExternalLink,
  Eye,
  FolderInput,
  LibraryBig,
  Link2,
  ListChecks,
  Lock,
  LockOpen,
  PencilLine,
  Scissors,
  SquareFunction,
  SquareSplitHorizontal,
  Star,
  StarOff,
  Tag,
  Trash2,
} from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { isFavourite, may, permissionsOn } from '#web/api/document-context.ts';
import { openOperations } from '#web/frame/operations-drawer-state.ts';
import { addToast } from '#web/frame/toasts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { ask } from '../changes/asking.ts';
import { useChanges } from '../changes/use-changes.ts';
import { addressOf, useAppAddress } from '../open-document.ts';
import { useBrowseSlots } from '../slots.ts';
import type { StoredDocument } from '../stored-document.ts';
import { holdDocuments, useClipboard } from './clipboard.ts';
import type { Command, Commands } from './command.ts';
import { isDownloadable } from './download.ts';

export interface CommandContext {
  readonly documents: readonly StoredDocument[];
  /** Where to paste; null in lists that are no folder. */
  readonly place: StoredDocument | null;
  /** Where names are edited in place. */
  readonly onRename?: (document: StoredDocument) => void;
  readonly onLook?: () => void;
  /** Where properties of many are edited at once. */
  readonly onEdit?: () => void;
}

export function useCommands(context: CommandContext): Commands {
  const { documents, place, onRename, onLook, onEdit } = context;
  const { t } = useTranslation('documents');
  const navigate = useNavigate();
  const changes = useChanges();
  const absolute = useAppAddress();
  const { StartWorkflow } = useBrowseSlots();
  const held = useClipboard((state) => state.held);
  const [only] = documents;
  const single = documents.length === 1 && only !== undefined;
  const lacking = (permission: 'Write' | 'Remove'): string | undefined => {
    // A server that tells no permissions is asked by doing.
    const barred = documents.find(
      (document) => permissionsOn(document).length > 0 && !may(document, permission),
    );
    return barred === undefined ? undefined : t(`lacking.${permission}`, { name: barred.title });
  };
  const cannotWrite = lacking('Write');
  const cannotRemove = lacking('Remove');
  const noFile = documents.some(isDownloadable) ? undefined : t('noFile');
  const favourite = documents.every(isFavourite);
  const locked = documents.some(({ lockOwner }) => lockOwner !== undefined);

  const opening: readonly (Command | false)[] = [
    single && {
      id: 'open',
      label: t('open'),
      icon: ExternalLink,
      shortcut: 'Enter',
      run: () => void navigate(addressOf(only)),
    },
    single &&
      onLook !== undefined && {
        id: 'look',
        label: t('look.action'),
        icon: Eye,
        shortcut: 'space',
        run: onLook,
      },
    {
      id: 'download',
      label: t('download.action'),
      icon: Download,
      disabledReason: noFile,
      run: () => void changes.download(documents),
    },
    single && { id: 'link', label: t('copyLink'), icon: Link2, run: () => void copyLink(only) },
  ];
  const placing: readonly (Command | false)[] = [
    single &&
      onRename !== undefined && {
        id: 'rename',
        label: t('rename.action'),
        icon: PencilLine,
        shortcut: 'F2',
        disabledReason: cannotWrite,
        run: () => onRename(only),
      },
    {
      id: 'move',
      label: t('move.action'),
      icon: FolderInput,
      shortcut: 'M',
      disabledReason: cannotRemove,
      run: () => ask({ kind: 'place', verb: 'move', documents }),
    },
    {
      id: 'copyTo',
      label: t('copy.action'),
      icon: Copy,
      run: () => ask({ kind: 'place', verb: 'copy', documents }),
    },
    {
      id: 'cut',
      label: t('cut'),
      icon: Scissors,
      shortcut: 'mod+X',
      disabledReason: cannotRemove,
      run: () => holdDocuments({ verb: 'move', documents }),
    },
    {
      id: 'copy',
      label: t('copyHere'),
      icon: Copy,
      shortcut: 'mod+C',
      run: () => holdDocuments({ verb: 'copy', documents }),
    },
    place !== null &&
      held !== null && {
        id: 'paste',
        label: t('paste', { count: held.documents.length }),
        icon: ClipboardPaste,
        shortcut: 'mod+V',
        run: () => void paste(place),
      },
  ];
  const describing: readonly (Command | false)[] = [
    onEdit !== undefined && {
      id: 'edit',
      label: t('editProperties'),
      icon: ListChecks,
      disabledReason: cannotWrite,
      run: onEdit,
    },
    {
      id: 'tag',
      label: t('tags.action'),
      icon: Tag,
      shortcut: 'T',
      disabledReason: cannotWrite,
      run: () => ask({ kind: 'tags', documents }),
    },
    favourite
      ? { id: 'star', label: t('star.remove'), icon: StarOff, run: () => void changes.star(documents, false) }
      : { id: 'star', label: t('star.add'), icon: Star, run: () => void changes.star(documents, true) },
    {
      id: 'collect',
      label: t('collections.add'),
      icon: LibraryBig,
      run: () => ask({ kind: 'collect', documents }),
    },
    locked
      ? {
          id: 'lock',
          label: t('lock.remove'),
          icon: LockOpen,
          shortcut: 'L',
          disabledReason: cannotWrite,
          run: () => void changes.unlock(documents),
        }
      : {
          id: 'lock',
          label: t('lock.add'),
          icon: Lock,
          shortcut: 'L',
          disabledReason: cannotWrite,
          run: () => void changes.lock(documents),
        },
  ];
  const working: readonly (Command | false)[] = [
    StartWorkflow !== undefined && {
      id: 'workflow',
      label: t('startWorkflow'),
      icon: SquareSplitHorizontal,
      shortcut: 'W',
      disabledReason: cannotWrite,
      run: () => ask({ kind: 'workflow', documents }),
    },
    {
      id: 'operation',
      label: t('runOperation'),
      icon: SquareFunction,
      shortcut: 'O',
      run: () => openOperations(),
    },
  ];
  const removing: readonly (Command | false)[] = [
    {
      id: 'trash',
      label: t('trash.action'),
      short: t('trash.title'),
      icon: Trash2,
      shortcut: 'Delete',
      danger: true,
      disabledReason: cannotRemove,
      run: () => void changes.trash(documents),
    },
    {
      id: 'delete',
      label: t('delete.action'),
      icon: Trash2,
      shortcut: 'shift+Delete',
      danger: true,
      disabledReason: cannotRemove,
      run: () => ask({ kind: 'delete', documents }),
    },
  ];
  const paste = async (target: StoredDocument) => {
    if (held === null) return;
    const done = await changes[held.verb](held.documents, target);
    if (done && held.verb === 'move') holdDocuments(null);
  };
  const copyLink = async (document: StoredDocument) => {
    await navigator.clipboard.writeText(absolute(paths.doc.href(document.uid)));
    addToast({ text: t('linkCopied') });
  };
  return [opening, placing, describing, working, removing].map((group) =>
    group.filter((command): command is Command => command !== false),
  );
}

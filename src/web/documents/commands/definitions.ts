/**
 * Every command for documents, once: where it applies, why it may be disabled, what it does. A page shows those it names.
 * Invariant: a command acts only on the documents of its subject, and its result is a toast.
 */
import {
  ArrowDown,
  ArrowUp,
  Bell,
  BellOff,
  CircleCheck,
  CircleDashed,
  CircleSlash,
  ClipboardPaste,
  CloudDownload,
  CloudOff,
  Copy,
  CopyPlus,
  Diff,
  Download,
  ExternalLink,
  Eye,
  FileUp,
  FolderInput,
  FolderSymlink,
  type IconNode,
  LibraryBig,
  Link2,
  ListChecks,
  Lock,
  LockOpen,
  Megaphone,
  PencilLine,
  RefreshCw,
  RotateCcw,
  ScanSearch,
  Scissors,
  SquareArrowOutUpRight,
  SquareFunction,
  SquareSplitHorizontal,
  Star,
  StarOff,
  Tag,
  Trash,
  Trash2,
  UserPlus,
} from 'lucide';
import { isFavourite, isFolderish, mayTry } from '#web/api/document-context.ts';
import { subscriptionsOf } from '#web/api/document-details.ts';
import { offlineFolders } from '#web/api/offline/offline-folders.ts';
import { openOperations } from '#web/frame/operations-drawer-state.ts';
import { onMac } from '#web/ui/shortcut-keys.ts';
import { mayFollow, stateAfter, type Transition } from '../changes/life-cycle.ts';
import { ask } from '../changes/question.ts';
import { takesFile } from '../may-fill.ts';
import { isFileHere } from '../offline/file-here.ts';
import { removeOffline } from '../offline/remove-offline.ts';
import type { StoredDocument } from '../stored-document.ts';
import { setClipboard } from './clipboard.ts';
import type { CommandDefinition, CommandSubject, CommandTools } from './command-definition.ts';
import { isDownloadable } from './download.ts';
import { approved, lacking, notAcross } from './refusals.ts';
import { similarWords } from './similar-words.ts';

export const trashKey = onMac() ? 'Backspace' : 'Delete';

const any = ({ documents }: CommandSubject) => documents.length > 0;
const one = ({ documents }: CommandSubject) => documents.length === 1;
const isLive = ({ isTrashed, isVersion }: StoredDocument) => !isTrashed && !isVersion;
const live = ({ documents }: CommandSubject) => documents.length > 0 && documents.every(isLive);
const trashed = ({ documents }: CommandSubject) =>
  documents.length > 0 && documents.every(({ isTrashed }) => isTrashed);
const allFavourite = ({ documents }: CommandSubject) => documents.every(isFavourite);
const allSubscribed = ({ documents }: CommandSubject) =>
  documents.every((document) => subscriptionsOf(document).length > 0);
const isOffline = ({ documents: [folder] }: CommandSubject) =>
  offlineFolders.getState().folders.some(({ uid }) => uid === folder?.uid);
const anyLocked = ({ documents }: CommandSubject) =>
  documents.some(({ lockOwner }) => lockOwner !== undefined);

/** Runs on the first document, for commands that apply to a single one. */
const first =
  (run: (document: StoredDocument, subject: CommandSubject, tools: CommandTools) => unknown) =>
  (subject: CommandSubject, tools: CommandTools) => {
    const [document] = subject.documents;
    return document === undefined ? false : run(document, subject, tools);
  };

const opening: readonly CommandDefinition[] = [
  {
    id: 'open',
    icon: ExternalLink,
    label: ({ t }) => t('open'),
    keys: 'Enter',
    keysOfPage: () => true,
    applies: one,
    run: first((document, _, { open }) => open(document)),
  },
  {
    id: 'openTab',
    icon: SquareArrowOutUpRight,
    label: ({ t }) => t('openTab'),
    keys: 'mod+Enter',
    keysOfPage: () => true,
    applies: one,
    run: first((document, _, { openTab }) => openTab(document)),
  },
  {
    id: 'look',
    icon: Eye,
    label: ({ t }) => t('look.action'),
    keys: 'space',
    keysOfPage: () => true,
    applies: (subject) => one(subject) && subject.onLook !== undefined,
    run: ({ onLook }) => onLook?.(),
  },
  {
    id: 'download',
    needsServer: ({ documents }) => documents.length > 1 || !documents.every(isFileHere),
    icon: Download,
    label: ({ t }) => t('download.action'),
    applies: any,
    refusal: ({ documents }, { t }) => (documents.some(isDownloadable) ? undefined : t('noFile')),
    run: ({ documents }, { changes }) => changes.download(documents),
  },
  {
    id: 'link',
    icon: Link2,
    label: ({ t }) => t('copyLink'),
    applies: one,
    run: first((document, _, { copyLink }) => copyLink(document)),
  },
  {
    id: 'access',
    needsServer: true,
    icon: UserPlus,
    label: ({ t }) => t('access'),
    applies: (subject) => one(subject) || live(subject),
    run: (subject, tools) =>
      one(subject)
        ? first((document) => tools.showAccess(document))(subject, tools)
        : ask({ kind: 'rights', documents: subject.documents }),
  },
  {
    id: 'offline',
    needsServer: (subject) => !isOffline(subject),
    icon: CloudDownload,
    iconFor: (subject) => (isOffline(subject) ? CloudOff : CloudDownload),
    label: ({ t }, subject) => t(isOffline(subject) ? 'offline.remove' : 'offline.add'),
    applies: (subject) => live(subject) && one(subject) && subject.documents.every(isFolderish),
    refusal: (_, { t }) => (offlineFolders.getState().actions === null ? t('offline.shared') : undefined),
    run: first((document, subject, { t }) =>
      isOffline(subject) ? removeOffline(document, t) : ask({ kind: 'offline', document }),
    ),
  },
  {
    id: 'trashOf',
    icon: Trash,
    label: ({ t }) => t('trash.here'),
    applies: (subject) => live(subject) && one(subject) && subject.documents.every(isFolderish),
    run: first((document, _, { showTrash }) => showTrash(document)),
  },
  {
    id: 'similar',
    icon: ScanSearch,
    label: ({ t }) => t('similar.action'),
    applies: (subject) => one(subject) && subject.documents.every((document) => !isFolderish(document)),
    refusal: ({ documents }, { t }) =>
      documents.every((document) => similarWords(document) === '') ? t('similar.noWords') : undefined,
    run: first((document, _, { search }) => search(similarWords(document))),
  },
  {
    id: 'refresh',
    needsServer: true,
    icon: RefreshCw,
    label: ({ t }) => t('refresh'),
    // It refreshes the whole page, so not while documents are selected in a list.
    applies: ({ documents, onGone }) => documents.length === 0 || onGone !== undefined,
    run: (_, { changes }) => changes.refresh(),
  },
  {
    id: 'compare',
    icon: Diff,
    label: ({ t }) => t('compare'),
    applies: ({ documents }) => documents.length === 2,
    run: ({ documents: [earlier, later] }, { compare }) =>
      earlier === undefined || later === undefined ? false : compare(earlier, later),
  },
];

/** For mouse and touch (WCAG 2.5.7): rows can also be dragged, or moved by Alt with the arrow keys. */
const inOrder = (id: 'up' | 'down', icon: IconNode, step: -1 | 1): CommandDefinition => ({
  id,
  icon,
  label: ({ t }) => t(`order.${id}`),
  applies: ({ order, documents }) => order !== undefined && documents.length > 0,
  refusal: ({ order }, { t }) => (order?.isAtEnd(step) ? t(`order.end.${id}`) : undefined),
  run: ({ order }) => order?.by(step),
});

const placing: readonly CommandDefinition[] = [
  inOrder('up', ArrowUp, -1),
  inOrder('down', ArrowDown, 1),
  {
    id: 'rename',
    icon: PencilLine,
    label: ({ t }) => t('rename.action'),
    keys: 'F2',
    keysOfPage: ({ onRename, documents }) =>
      onRename !== undefined && documents.every((document) => mayTry(document, 'Write')),
    applies: (subject) => one(subject) && live(subject),
    refusal: lacking('Write'),
    run: first((document, { onRename }) =>
      onRename === undefined ? ask({ kind: 'rename', document }) : onRename(document),
    ),
  },
  {
    id: 'move',
    needsServer: true,
    icon: FolderInput,
    label: ({ t }) => t('move.action'),
    keys: 'M',
    applies: live,
    refusal: lacking('Remove'),
    run: ({ documents }) => ask({ kind: 'place', verb: 'move', documents }),
  },
  {
    id: 'copyTo',
    needsServer: true,
    icon: Copy,
    label: ({ t }) => t('copy.action'),
    applies: live,
    run: ({ documents }) => ask({ kind: 'place', verb: 'copy', documents }),
  },
  {
    id: 'moveAcross',
    icon: FolderSymlink,
    label: ({ t }) => t('across.move'),
    keys: 'shift+M',
    applies: (subject, { other }) => live(subject) && other !== undefined,
    refusal: notAcross('move'),
    run: ({ documents }, { other, changes }) => other !== undefined && changes.move(documents, other),
  },
  {
    id: 'copyAcross',
    icon: CopyPlus,
    label: ({ t }) => t('across.copy'),
    keys: 'shift+C',
    applies: (subject, { other }) => live(subject) && other !== undefined,
    refusal: notAcross('copy'),
    run: ({ documents }, { other, changes }) => other !== undefined && changes.copy(documents, other),
  },
  {
    id: 'cut',
    icon: Scissors,
    label: ({ t }) => t('cut'),
    keys: 'mod+X',
    applies: live,
    refusal: lacking('Remove'),
    run: ({ documents }) => setClipboard({ verb: 'move', documents }),
  },
  {
    id: 'copy',
    icon: Copy,
    label: ({ t }) => t('copyHere'),
    keys: 'mod+C',
    applies: live,
    run: ({ documents }) => setClipboard({ verb: 'copy', documents }),
  },
  {
    id: 'paste',
    icon: ClipboardPaste,
    label: ({ t, held }) => t('paste', { count: held?.documents.length ?? 0 }),
    keys: 'mod+V',
    applies: ({ folder }, { held }) => folder !== null && held !== null,
    run: async ({ folder }, { held, changes }) => {
      if (held === null || folder === null) return;
      const done = await changes[held.verb](held.documents, folder);
      if (done && held.verb === 'move') setClipboard(null);
    },
  },
];

const describing: readonly CommandDefinition[] = [
  {
    id: 'edit',
    needsServer: true,
    icon: ListChecks,
    label: ({ t }) => t('editProperties'),
    applies: live,
    refusal: lacking('Write'),
    run: ({ documents }) => ask({ kind: 'edit', documents }),
  },
  {
    id: 'newVersion',
    icon: FileUp,
    label: ({ t }) => t('newVersion'),
    applies: (subject, { pickVersion }) =>
      one(subject) && subject.documents.every(takesFile) && pickVersion !== undefined,
    refusal: lacking('Write'),
    run: first((document, _, { pickVersion }) => pickVersion?.(document)),
  },
  {
    id: 'tag',
    icon: Tag,
    label: ({ t }) => t('tags.action'),
    keys: 'T',
    applies: live,
    refusal: lacking('Write'),
    run: ({ documents }) => ask({ kind: 'tags', documents }),
  },
  {
    id: 'star',
    icon: Star,
    iconFor: (subject) => (allFavourite(subject) ? StarOff : Star),
    label: ({ list }, subject) => list(allFavourite(subject) ? 'star.remove' : 'star.add'),
    applies: any,
    run: (subject, { changes }) => changes.star(subject.documents, !allFavourite(subject)),
  },
  {
    id: 'subscribe',
    icon: Bell,
    iconFor: (subject) => (allSubscribed(subject) ? BellOff : Bell),
    label: ({ t }, subject) => t(allSubscribed(subject) ? 'subscribe.stop' : 'subscribe.start'),
    applies: live,
    run: (subject, { changes }) => changes.subscribe(subject.documents, !allSubscribed(subject)),
  },
  {
    id: 'collect',
    needsServer: true,
    icon: LibraryBig,
    label: ({ t }) => t('collections.add'),
    applies: live,
    run: ({ documents }) => ask({ kind: 'collect', documents }),
  },
  {
    id: 'lock',
    icon: Lock,
    iconFor: (subject) => (anyLocked(subject) ? LockOpen : Lock),
    label: ({ t }, subject) => t(anyLocked(subject) ? 'lock.remove' : 'lock.add'),
    keys: 'L',
    applies: live,
    refusal: lacking('Write'),
    run: (subject, { changes }) => changes[anyLocked(subject) ? 'unlock' : 'lock'](subject.documents),
  },
];

/** Applies if all documents may take it; not to folders, whose state is never shown. */
const transition = (id: Transition, icon: IconNode): CommandDefinition => ({
  id,
  icon,
  label: ({ t }) => t(`transition.${id}`),
  applies: (subject) =>
    live(subject) &&
    subject.documents.every((document) => !isFolderish(document) && mayFollow(document.state, id)),
  refusal: lacking('Write'),
  run: ({ documents }, { changes, ui }) => changes.changeState(documents, id, ui(`state.${stateAfter(id)}`)),
});

const working: readonly CommandDefinition[] = [
  {
    id: 'workflow',
    needsServer: true,
    icon: SquareSplitHorizontal,
    label: ({ t }) => t('startWorkflow'),
    keys: 'W',
    applies: (subject, { withWorkflows }) => live(subject) && withWorkflows,
    refusal: (subject, tools) => lacking('Write')(subject, tools) ?? approved(subject, tools),
    run: ({ documents, onStarted }) => ask({ kind: 'workflow', documents, onStarted }),
  },
  {
    id: 'publish',
    needsServer: true,
    icon: Megaphone,
    label: ({ t }) => t('publish.action'),
    applies: (subject) =>
      live(subject) && subject.documents.every((document) => !isFolderish(document) && !document.isProxy),
    run: ({ documents }) => ask({ kind: 'place', verb: 'publish', documents }),
  },
  transition('approve', CircleCheck),
  transition('obsolete', CircleSlash),
  transition('backToProject', CircleDashed),
  {
    id: 'operation',
    icon: SquareFunction,
    label: ({ t }) => t('runOperation'),
    keys: 'O',
    applies: any,
    run: () => openOperations(),
  },
];

const removing: readonly CommandDefinition[] = [
  {
    id: 'trash',
    icon: Trash2,
    label: ({ t }) => t('trash.action'),
    short: ({ t }) => t('trash.title'),
    keys: trashKey,
    danger: true,
    applies: live,
    refusal: lacking('Remove'),
    run: async ({ documents, onGone }, { changes }) => {
      if (await changes.trash(documents)) onGone?.();
    },
  },
  {
    id: 'restore',
    icon: RotateCcw,
    label: ({ t }) => t('restore.action'),
    applies: trashed,
    run: ({ documents }, { changes }) => changes.restore(documents),
  },
  {
    id: 'delete',
    icon: Trash2,
    label: ({ t }) => t('delete.action'),
    keys: `shift+${trashKey}`,
    danger: true,
    applies: any,
    refusal: lacking('Remove'),
    run: ({ documents, onGone }) => ask({ kind: 'delete', documents, onConfirmed: onGone }),
  },
];

/** In the order of menus, which separate the groups. */
export const definitions: readonly (readonly CommandDefinition[])[] = [
  opening,
  placing,
  describing,
  working,
  removing,
];

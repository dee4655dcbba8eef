/** The subject of commands, their tools, and the shape of a definition; definitions.ts has all commands. */
import type { IconNode } from 'lucide';
import type { Translate } from '#web/i18n/texts.ts';
import type { Changes } from '../changes/use-changes.ts';
import type { StoredDocument } from '../stored-document.ts';
import type { Clipboard } from './clipboard.ts';

/** The documents that commands act on, and what the page offers them. */
export interface CommandSubject {
  readonly documents: readonly StoredDocument[];
  /** Where to paste; null in lists that are not a folder. */
  readonly folder: StoredDocument | null;
  /** In lists ordered by hand: moves the documents one row up (-1) or down (1). */
  readonly order?:
    | { readonly by: (step: number) => void; readonly isAtEnd: (step: number) => boolean }
    | undefined;
  /** On pages where names are edited in place; elsewhere a dialog asks. */
  readonly onRename?: (document: StoredDocument) => void;
  readonly onLook?: () => void;
  /** For a document's own page: navigates away when the document leaves its folder. */
  readonly onGone?: () => void;
  readonly onStarted?: () => void;
}

export interface CommandTools {
  readonly t: Translate;
  /** The texts of lists and their pages. */
  readonly list: Translate;
  readonly ui: Translate;
  readonly changes: Changes;
  readonly held: Clipboard | null;
  /** The folder in the other pane; undefined if there is only one pane. */
  readonly other: StoredDocument | undefined;
  readonly withWorkflows: boolean;
  /** Opens the system's file picker for a new file of the document; undefined where uploads are not available. */
  readonly pickVersion: ((document: StoredDocument) => void) | undefined;
  readonly open: (document: StoredDocument) => void;
  readonly openTab: (document: StoredDocument) => void;
  readonly copyLink: (document: StoredDocument) => void;
  readonly showAccess: (document: StoredDocument) => void;
  readonly showTrash: (folder: StoredDocument) => void;
  /** Searches everything for this text. */
  readonly search: (text: string) => void;
  readonly compare: (earlier: StoredDocument, later: StoredDocument) => void;
}

export interface CommandDefinition {
  readonly id: string;
  readonly icon: IconNode;
  /** If it depends on the subject. */
  readonly iconFor?: (subject: CommandSubject) => IconNode;
  readonly label: (tools: CommandTools, subject: CommandSubject) => string;
  readonly short?: (tools: CommandTools) => string;
  readonly keys?: string;
  /** The rows handle these keys themselves. */
  readonly keysOfPage?: (subject: CommandSubject) => boolean;
  readonly danger?: boolean;
  /** It only gets something from the server, or asks it before anything can be chosen. Other commands wait until it answers. */
  readonly needsServer?: boolean | ((subject: CommandSubject) => boolean);
  readonly applies: (subject: CommandSubject, tools: CommandTools) => boolean;
  readonly refusal?: (subject: CommandSubject, tools: CommandTools) => string | undefined;
  readonly run: (subject: CommandSubject, tools: CommandTools) => unknown;
}

/** What a command is about, what it may use, and how it is defined: definitions.ts has them all. */
import type { IconNode } from 'lucide';
import type { Translate } from '#web/i18n/texts.ts';
import type { Changes } from '../changes/use-changes.ts';
import type { StoredDocument } from '../stored-document.ts';
import type { Clipboard } from './clipboard.ts';

/** What commands are about, and what the page can do for them. */
export interface CommandSubject {
  readonly documents: readonly StoredDocument[];
  /** Where to paste; null in lists that are no folder. */
  readonly folder: StoredDocument | null;
  /** Where people give rows their places: the documents go one place up (-1) or down (1). */
  readonly order?:
    | { readonly by: (step: number) => void; readonly isAtEnd: (step: number) => boolean }
    | undefined;
  /** Where names are edited in place; elsewhere a dialog asks. */
  readonly onRename?: (document: StoredDocument) => void;
  readonly onLook?: () => void;
  /** A document's own page goes elsewhere when the document leaves its folder. */
  readonly onGone?: () => void;
  readonly onStarted?: () => void;
}

export interface CommandTools {
  readonly t: Translate;
  /** What a list and its page say themselves. */
  readonly list: Translate;
  readonly ui: Translate;
  readonly changes: Changes;
  readonly held: Clipboard | null;
  /** The folder in the other pane; undefined where there is one pane. */
  readonly other: StoredDocument | undefined;
  readonly withWorkflows: boolean;
  readonly open: (document: StoredDocument) => void;
  readonly openTab: (document: StoredDocument) => void;
  readonly copyLink: (document: StoredDocument) => void;
  readonly showAccess: (document: StoredDocument) => void;
  readonly showTrash: (folder: StoredDocument) => void;
  readonly compare: (earlier: StoredDocument, later: StoredDocument) => void;
}

export interface CommandDefinition {
  readonly id: string;
  readonly icon: IconNode;
  /** Where it depends on the subject. */
  readonly iconFor?: (subject: CommandSubject) => IconNode;
  readonly label: (tools: CommandTools, subject: CommandSubject) => string;
  readonly short?: (tools: CommandTools) => string;
  readonly keys?: string;
  /** The rows answer these keys themselves. */
  readonly keysOfPage?: (subject: CommandSubject) => boolean;
  readonly danger?: boolean;
  /** It only brings something from the server, or asks it before anything can be chosen. Others wait until it answers. */
  readonly needsServer?: boolean | ((subject: CommandSubject) => boolean);
  readonly applies: (subject: CommandSubject, tools: CommandTools) => boolean;
  readonly refusal?: (subject: CommandSubject, tools: CommandTools) => string | undefined;
  readonly run: (subject: CommandSubject, tools: CommandTools) => unknown;
}

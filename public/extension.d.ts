/**
 * The types of the manager's extensions, protocol 1. Authors copy this file beside theirs and begin with
 * `/// <reference path="extension.d.ts" />`; docs/EXTENSIONS.md says the rest.
 */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue | undefined };

/** The same in every language, or by language: `{ en: 'Due', fr: 'Échéance' }`. Without a reader's language, `en` is shown. */
export type Words = string | Readonly<Record<string, string>>;

/** A document as its reader may see it. */
export interface ExtensionDocument {
  readonly uid: string;
  readonly path: string;
  readonly type: string;
  readonly title: string;
  readonly state: string | null;
  readonly facets: readonly string[];
  /** Those that the contribution names in its `properties`; what the server did not send is left out. */
  readonly properties: Readonly<Record<string, JsonValue>>;
}

/** To which documents something applies; all that is named must hold of every document. Trashed ones and versions never. */
export interface Rule {
  /** At most so many documents; any number when left out. */
  readonly most?: number;
  readonly types?: readonly string[];
  /** All of these. */
  readonly facets?: readonly string[];
  readonly states?: readonly string[];
  /** Of the document's file: `image/*`, `text/csv`. */
  readonly mediaTypes?: readonly string[];
}

export type IconName =
  | 'archive'
  | 'calendar'
  | 'chart'
  | 'check'
  | 'clock'
  | 'flag'
  | 'list'
  | 'map'
  | 'puzzle'
  | 'send'
  | 'star'
  | 'table';

interface Contribution {
  /** Letters, digits and `-`; unlike any other of its kind in the file. */
  readonly key: string;
}

/** A column that people may add to lists. */
export interface Column extends Contribution {
  readonly title: Words;
  /** What `texts` needs. */
  readonly properties: readonly string[];
  /** The list can be ordered by it, which means by the first of its properties. */
  readonly sortable?: boolean;
  /** In px. */
  readonly width?: number;
  readonly align?: 'start' | 'end';
  /** One text for each document, in their order. Works in a worker: there is no page. */
  texts(documents: readonly ExtensionDocument[]): readonly string[] | Promise<readonly string[]>;
}

export interface ActionResult {
  /** Said to the reader. */
  readonly message?: Words;
  /** The documents that are others now, so that lists ask for them again. */
  readonly changed?: readonly string[];
}

/** A command: in the toolbar, in menus, in the palette and in the sheet of keys. */
export interface Action extends Contribution {
  readonly label: Words;
  readonly icon?: IconName;
  readonly applies?: Rule;
  /**
   * What its calls need on each document: `['Write']`, `['Remove']`, or any other permission of the repository. Readers
   * who lack one see the action and why it is not theirs, and cannot choose it.
   */
  readonly permissions?: readonly string[];
  readonly properties?: readonly string[];
  /** Works in a worker: there is no page. */
  run(documents: readonly ExtensionDocument[]): ActionResult | undefined | Promise<ActionResult | undefined>;
}

/** A tab beside the preview on a document's page. */
export interface Panel extends Contribution {
  readonly title: Words;
  readonly applies?: Rule;
  readonly properties?: readonly string[];
  show(document: ExtensionDocument, root: HTMLElement): void | Promise<void>;
}

/** Shows files of some kinds, instead of the manager's own preview. `muniment.file()` gives the bytes. */
export interface Previewer extends Contribution {
  /** `model/stl`, `text/*`. */
  readonly mediaTypes: readonly string[];
  readonly properties?: readonly string[];
  show(document: ExtensionDocument, root: HTMLElement): void | Promise<void>;
}

/** A page of its own, with an entry in the navigation. */
export interface Page extends Contribution {
  readonly title: Words;
  readonly icon?: IconName;
  show(root: HTMLElement): void | Promise<void>;
}

export interface Extension {
  /** The version of what is described here. */
  readonly protocol: 1;
  readonly name: Words;
  readonly columns?: readonly Column[];
  readonly actions?: readonly Action[];
  readonly panels?: readonly Panel[];
  readonly previewers?: readonly Previewer[];
  readonly pages?: readonly Page[];
}

/** How the manager looks now. The same stands on the frame's root: `var(--text)`, `lang`, `dir`, `color-scheme`. */
export interface Look {
  readonly theme: 'light' | 'dark';
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  /** Custom properties by name: `--text`, `--sheet`, `--ink`, `--s-3` … */
  readonly tokens: Readonly<Record<string, string>>;
}

export interface Muniment {
  /** Called once, when the file is read. */
  define(extension: Extension): void;
  /**
   * Calls the repository as the reader, below `/api/v1`. Only what config.json grants this file; otherwise, and for
   * answers other than 2xx, the promise is rejected. Answers the JSON that came, or null.
   */
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: JsonValue): Promise<JsonValue>;
  /** The bytes of the file of the document that is shown, for panels and previewers. */
  file(): Promise<ArrayBuffer>;
  /** Opens a document's page. */
  open(uid: string): void;
  /** In the reader's language. */
  words(words: Words): string;
  readonly look: Look;
}

declare global {
  const muniment: Muniment;
}

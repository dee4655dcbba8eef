/**
 * The directories in force: the default set plus what configuration adds.
 * Built once at start; two directories of one name, or an unknown parent, throw then.
 */
import type { JsonObject } from '#wire/json.ts';
import { systemDirectories } from './system-directories.ts';
import { defaultVocabularies } from './vocabularies.ts';

export type ColumnType = 'string' | 'long' | 'boolean' | 'date';

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** What an entry made without this column gets. */
  readonly defaultValue?: string | number | boolean;
}

/** A text for people, by language; `en` is what other languages fall back on. */
export type Label = Readonly<Record<string, string>> & { readonly en: string };

export interface DirectoryDefinition {
  readonly name: string;
  /** Name of the column set, as the wire says it. */
  readonly schema: string;
  readonly columns: readonly Column[];
  readonly idField: string;
  /** The directory that `parent` values refer to. */
  readonly parent: string | null;
  readonly types: readonly string[];
  /** Never listed. */
  readonly isSystem: boolean;
  /** Readable and writable by administrators only. */
  readonly adminOnly: boolean;
  /** Ids are numbers given by the store. */
  readonly numbered: boolean;
  /** Users and groups: changed through their own rules. */
  readonly isPeople: boolean;
  /** Columns that answer with an empty string. */
  readonly secrets: readonly string[];
  /** First content, written once. */
  readonly rows: readonly JsonObject[];
  /** Texts of `label.directories.<name>.<id>`, by id. */
  readonly labels: Readonly<Record<string, Label>>;
}

export class DirectoryRegistry {
  readonly #directories: ReadonlyMap<string, DirectoryDefinition>;

  constructor(additions: readonly DirectoryDefinition[] = []) {
    const directories = new Map<string, DirectoryDefinition>();
    for (const directory of [...defaultVocabularies, ...systemDirectories, ...additions]) {
      const earlier = directories.get(directory.name);
      if (earlier && (earlier.isSystem || additions.indexOf(directory) < 0)) {
        throw new Error(`The directory ${directory.name} exists already`);
      }
      directories.set(directory.name, directory);
    }
    for (const { name, parent } of directories.values()) {
      if (parent !== null && !directories.has(parent)) {
        throw new Error(`The directory ${name} has the parent ${parent}, which does not exist`);
      }
    }
    this.#directories = directories;
  }

  get(name: string): DirectoryDefinition | undefined {
    return this.#directories.get(name);
  }

  all(): readonly DirectoryDefinition[] {
    return [...this.#directories.values()];
  }

  /** Directories whose entries name entries of this one as their parent. */
  childrenOf(name: string): readonly DirectoryDefinition[] {
    return this.all().filter((directory) => directory.parent === name);
  }

  /** The text behind a label key; a label that is no known key is its own text. */
  translate(label: string, language: string): string {
    const key = /^label\.directories\.([^.]+)\.(.+)$/.exec(label);
    const texts = key?.[1] && key[2] ? this.get(key[1])?.labels[key[2]] : undefined;
    return texts ? (texts[language.slice(0, 2).toLowerCase()] ?? texts.en) : label;
  }
}

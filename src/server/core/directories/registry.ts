/**
 * The directories in force: the default set and configured ones.
 * Built once at start; throws for two directories with one name, or an unknown parent.
 */
import type { JsonObject } from '#wire/json.ts';
import { systemDirectories } from './system-directories.ts';
import { defaultVocabularies } from './vocabularies.ts';

export type ColumnType = 'string' | 'long' | 'boolean' | 'date';

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** The value for entries created without this column. */
  readonly defaultValue?: string | number | boolean;
}

/** A text by language; `en` is used for languages without a text. */
export type Label = Readonly<Record<string, string>> & { readonly en: string };

export interface DirectoryDefinition {
  readonly name: string;
  /** The name of the column set in the interface. */
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
  /** The store assigns ids, which are numbers. */
  readonly numbered: boolean;
  /** Users and groups, which are changed by rules of their own. */
  readonly isPeople: boolean;
  /** Columns that are always returned empty. */
  readonly secrets: readonly string[];
  /** First content, written once. */
  readonly rows: readonly JsonObject[];
  /** Texts for `label.directories.<name>.<id>`, by id. */
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

  /** Directories whose entries have entries of this one as parents. */
  childrenOf(name: string): readonly DirectoryDefinition[] {
    return this.all().filter((directory) => directory.parent === name);
  }

  /** The text for a label key; other labels are returned as they are. */
  translate(label: string, language: string): string {
    const key = /^label\.directories\.([^.]+)\.(.+)$/.exec(label);
    const texts = key?.[1] && key[2] ? this.get(key[1])?.labels[key[2]] : undefined;
    return texts ? (texts[language.slice(0, 2).toLowerCase()] ?? texts.en) : label;
  }
}

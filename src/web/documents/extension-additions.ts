// Columns and commands that extensions add to lists of documents. Set by the feature that runs extensions; empty without it.
import { create } from 'zustand';
import type { DataColumn } from '#web/ui/data-columns.ts';
import type { CommandDefinition } from './commands/command-definition.ts';
import type { StoredDocument } from './stored-document.ts';

export interface ExtensionAdditions {
  /** By id: `dc:created.dc:expired--retention.due` is column `due` of the extension `retention`, which needs two properties. */
  readonly columns: Readonly<Record<string, Omit<DataColumn<StoredDocument>, 'id'>>>;
  readonly commands: readonly CommandDefinition[];
}

export const useExtensionAdditions = create<ExtensionAdditions>(() => ({ columns: {}, commands: [] }));

export function setExtensionAdditions(additions: ExtensionAdditions): void {
  useExtensionAdditions.setState(additions);
}

// Commands that the user has pinned, for the selection. Set by the feature that runs them; empty if there are none.
import { create } from 'zustand';
import type { CommandDefinition } from './command-definition.ts';

export interface PinnedCommands {
  readonly commands: readonly CommandDefinition[];
}

export const usePinnedCommands = create<PinnedCommands>(() => ({ commands: [] }));

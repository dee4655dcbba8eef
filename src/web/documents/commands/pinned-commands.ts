// What somebody has pinned for what is selected. Written by the feature that runs it; empty where nothing is pinned.
import { create } from 'zustand';
import type { CommandDefinition } from './command-definition.ts';

export interface PinnedCommands {
  readonly commands: readonly CommandDefinition[];
}

export const usePinnedCommands = create<PinnedCommands>(() => ({ commands: [] }));

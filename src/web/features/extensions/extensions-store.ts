// The extensions of this app and their states, for settings, pages and lists. The ones that a reader has switched off are
// kept in this browser.
import { create } from 'zustand';
import { persisted } from '#web/frame/persisted.ts';
import type { ConfiguredExtension, ConfiguredLine, LineProblem } from './configured.ts';
import type { Contributions } from './contributions.ts';
import type { ExtensionFailure } from './extension-link.ts';

export type ExtensionState =
  | { readonly status: 'misconfigured'; readonly problems: readonly LineProblem[] }
  | { readonly status: 'off' }
  | { readonly status: 'starting' }
  | { readonly status: 'running' }
  | { readonly status: 'broken'; readonly failure: ExtensionFailure };

export interface ListedExtension {
  readonly id: string;
  /** Null if its line in config.json has mistakes. */
  readonly configured: ConfiguredExtension | null;
  readonly state: ExtensionState;
  /** Its declaration when it last ran. */
  readonly contributions: Contributions | null;
}

export const useExtensionList = create<{ readonly list: readonly ListedExtension[] }>(() => ({ list: [] }));

export const useSwitchedOff = persisted<{ readonly ids: readonly string[] }>(
  { ids: [] },
  { name: 'muniment.extensions' },
);

export function listLines(lines: readonly ConfiguredLine[]): void {
  const { ids } = useSwitchedOff.getState();
  useExtensionList.setState({
    list: lines.map(({ id, extension, problems }) => ({
      id,
      configured: extension,
      contributions: null,
      state:
        extension === null
          ? { status: 'misconfigured', problems }
          : { status: ids.includes(id) ? 'off' : 'starting' },
    })),
  });
}

export function changeExtension(
  id: string,
  change: Partial<Pick<ListedExtension, 'state' | 'contributions'>>,
): void {
  useExtensionList.setState(({ list }) => ({
    list: list.map((one) => (one.id === id ? { ...one, ...change } : one)),
  }));
}

export function extensionOf(id: string): ListedExtension | undefined {
  return useExtensionList.getState().list.find((one) => one.id === id);
}

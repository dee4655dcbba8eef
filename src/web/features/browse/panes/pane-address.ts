/**
 * Two folders in one address: the first is the address itself, the second its parameter `second`, as a path in the
 * repository with the parameters of its own list. Pure.
 */
import type { PaneSide } from '#web/documents/panes.ts';
import { paths } from '#web/paths.ts';

/** Relative to the folder that the app is served from. */
export interface PaneAddress {
  readonly pathname: string;
  /** With its question mark; empty without parameters. */
  readonly search: string;
}

export type PaneAddresses = Readonly<Record<PaneSide, PaneAddress>>;

const parameter = 'second';
const folders = paths.browse.href('');

export function isFolderAddress({ pathname }: Pick<PaneAddress, 'pathname'>): boolean {
  return pathname === folders || pathname.startsWith(`${folders}/`);
}

/** Null for an address of one folder, or of another page. */
export function panesOf(address: PaneAddress): PaneAddresses | null {
  const written = new URLSearchParams(address.search).get(parameter);
  if (written === null || !isFolderAddress(address)) return null;
  const [, path = '', search = ''] = /^([^?#]*)(\?[^#]*)?/.exec(written) ?? [];
  const second = { pathname: `${folders}${path.startsWith('/') ? path : `/${path}`}`, search };
  return { first: alone(address), second: alone(second) };
}

/**
 * Where a link leads while two folders are shown: a folder opens in its pane beside the other; any other page opens alone.
 */
export function resolveInPane(to: PaneAddress, side: PaneSide, panes: PaneAddresses): PaneAddress {
  if (!isFolderAddress(to) || new URLSearchParams(to.search).has(parameter)) return to;
  return addressOfPanes({ ...panes, [side]: to });
}

export function addressOfPanes({ first, second }: PaneAddresses): PaneAddress {
  const search = new URLSearchParams(first.search);
  search.set(parameter, second.pathname.slice(folders.length) + second.search);
  return { pathname: first.pathname, search: `?${search}` };
}

function alone({ pathname, search }: PaneAddress): PaneAddress {
  const values = new URLSearchParams(search);
  values.delete(parameter);
  return { pathname, search: values.size === 0 ? '' : `?${values}` };
}

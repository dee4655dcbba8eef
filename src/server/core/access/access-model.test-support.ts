/**
 * The access rules in their simplest form, over trees in memory; and random trees to test them.
 * Invariant: shares no code with the engine except the table of which permission includes which.
 */
import fc from 'fast-check';
import { includesPermission } from '#wire/permissions.ts';
import { everyone } from './entries.ts';

/** The names that a rule may use for each person: `inner` is a group in `outer`. */
export const PEOPLE: Readonly<Record<string, readonly string[]>> = {
  fry: ['fry', 'inner', 'outer', everyone],
  leela: ['leela', 'outer', everyone],
  zoidberg: ['zoidberg', everyone],
};

/** Times are in hours from now. */
export interface Entry {
  readonly username: string;
  readonly permission: string;
  readonly granted: boolean;
  readonly begin: number | null;
  readonly end: number | null;
}

/** A version is below its document, without entries of its own: nothing else decides about its rights. */
export interface Node {
  readonly id: string;
  parent: number;
  readonly kind: 'document' | 'version' | 'proxy';
  readonly lists: { custom: readonly Entry[]; local: readonly Entry[] };
}

/** The first effective entry about person and permission, from the document upwards, decides. */
export function may(
  nodes: readonly Node[],
  index: number,
  person: string,
  permission: string,
  hour: number,
): boolean {
  for (let node = nodes[index]; node; node = nodes[node.parent]) {
    for (const entry of [...node.lists.custom, ...node.lists.local]) {
      const isMeant =
        PEOPLE[person]?.includes(entry.username) && includesPermission(entry.permission, permission);
      const isInForce = (entry.begin ?? hour) <= hour && (entry.end === null || entry.end > hour);
      if (isMeant && isInForce) return entry.granted;
    }
  }
  return false;
}

export const BLOCK: Entry = {
  username: everyone,
  permission: 'Everything',
  granted: false,
  begin: null,
  end: null,
};

export const isBelow = (nodes: readonly Node[], index: number, top: number): boolean =>
  index === top || (index >= 0 && isBelow(nodes, nodes[index]?.parent ?? -1, top));

const hours = fc.option(fc.constantFrom(-1, 0, 1), { freq: 2 });
const entry: fc.Arbitrary<Entry> = fc.record({
  username: fc.constantFrom('fry', 'leela', 'inner', 'outer', everyone),
  permission: fc.constantFrom('Browse', 'Read', 'ReadWrite', 'Write', 'WriteSecurity', 'Everything'),
  granted: fc.boolean(),
  begin: hours,
  end: hours,
});
const listName = fc.constantFrom('custom' as const, 'local' as const);
const entries = fc.array(entry, { maxLength: 3 });
const change = fc.record({
  kind: fc.constantFrom('set', 'block', 'move', 'copy', 'version', 'proxy'),
  node: fc.nat(),
  to: fc.nat(),
  list: listName,
  entries,
});
export const trees = fc.record({
  nodes: fc.array(
    fc.record({
      parent: fc.nat(),
      local: fc.option(entries, { nil: [] }),
      custom: fc.option(entries, { nil: [], freq: 1 }),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  changes: fc.array(change, { maxLength: 1 }),
});
export type Tree = typeof trees extends fc.Arbitrary<infer T> ? T : never;
export type Change = Tree['changes'][number];

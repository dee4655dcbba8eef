/** Values of attributes as texts, including those that Active Directory returns in ranges (`member;range=0-1499`). */
import type { Entry } from 'ldapts';

export function textOf(entry: Entry, name: string): string | undefined {
  return textsOf(entry, name)[0];
}

export function textsOf(entry: Entry, name: string): readonly string[] {
  const key = Object.keys(entry).find((one) => one.toLowerCase() === name.toLowerCase());
  const values = key === undefined ? [] : [entry[key]].flat();
  return values
    .map((value) => (typeof value === 'string' ? value : (value?.toString('utf8') ?? '')))
    .filter((value) => value !== '');
}

/**
 * @param ask requests the same entry with another range of the attribute
 * @throws when a range is missing: an incomplete list would remove people from their groups
 */
export async function allTextsOf(
  entry: Entry,
  name: string,
  ask: (attribute: string) => Promise<Entry | undefined>,
): Promise<readonly string[]> {
  let range = rangeOf(entry, name);
  if (range === undefined) return textsOf(entry, name);
  const all: string[] = [];
  for (let next = 0; range?.first === next; ) {
    all.push(...range.values);
    if (range.last === undefined) return all;
    next = range.last + 1;
    const more = await ask(`${name};range=${next}-*`);
    range = more && rangeOf(more, name);
  }
  throw new Error(`The values of ${name} in ${entry.dn} did not come whole`);
}

interface Range {
  readonly values: readonly string[];
  readonly first: number;
  /** Undefined for the last range. */
  readonly last: number | undefined;
}

function rangeOf(entry: Entry, name: string): Range | undefined {
  for (const key of Object.keys(entry)) {
    const [attribute, ...options] = key.toLowerCase().split(';');
    if (attribute !== name.toLowerCase()) continue;
    for (const option of options) {
      const [, first, last] = /^range=(\d+)-(\d+|\*)$/.exec(option) ?? [];
      if (first === undefined) continue;
      const end = last === '*' ? undefined : Number(last);
      return { values: textsOf(entry, key), first: Number(first), last: end };
    }
  }
  return undefined;
}

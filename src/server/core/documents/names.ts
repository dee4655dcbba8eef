/**
 * Names of documents among their siblings.
 * Invariant: a name is one path segment, and unique below its parent because every name given passes `freeName`.
 */
import type { Session } from '../kernel/session.ts';

/** Nothing but blanks and punctuation: not a name. */
const meaningless = /^[\s\-.,;?!:/\\'"]*$/u;

export function normalizeName(name: string, maxLength: number): string {
  const clean = cleanName(name, maxLength);
  if (!meaningless.test(clean)) return clean;
  const [number = 1] = crypto.getRandomValues(new Uint32Array(1));
  return String((number >>> 1) + 1);
}

/** Always the same result for the same name, also for one of punctuation only. */
export function lastingName(name: string): string {
  const clean = cleanName(name, name.length);
  return meaningless.test(clean) ? `_${clean}` : clean;
}

function cleanName(name: string, maxLength: number): string {
  const cut = [...name.trim().normalize('NFC')].slice(0, maxLength).join('').trim().replaceAll(/[/\\]/g, '-');
  return cut.replaceAll(/\p{Cc}/gu, '');
}

/** The name, followed by the time in milliseconds when a sibling already has it. */
export async function freeName(session: Session, parentId: string, name: string): Promise<string> {
  const [free = name] = await freeNames(session, parentId, [name]);
  return free;
}

/** The same for several names; all results differ. */
export async function freeNames(
  session: Session,
  parentId: string,
  names: readonly string[],
): Promise<readonly string[]> {
  const { documents } = session.read;
  const free: string[] = [];
  const given = new Set<string>();
  let waiting = names.map((name, place) => ({ place, name, candidate: name }));
  for (let millis = session.now.getTime(); waiting.length > 0; millis++) {
    const taken = await documents.takenNames(
      parentId,
      waiting.map(({ candidate }) => candidate),
    );
    const refused = waiting.filter(({ place, candidate }) => {
      if (taken.has(candidate) || given.has(candidate)) return true;
      given.add(candidate);
      free[place] = candidate;
      return false;
    });
    waiting = refused.map(({ place, name }) => ({ place, name, candidate: `${name}.${millis}` }));
  }
  return free;
}

/** Ends the name of every trashed document, after the time. */
export const trashedEnd = '_.trashed';

const trashedPattern = /\._\d{13}_\.trashed$/;

export function trashedName(name: string, now: Date): string {
  return `${name}._${now.getTime()}${trashedEnd}`;
}

export function hasTrashedName(name: string): boolean {
  return trashedPattern.test(name);
}

/** Candidates for the name before trashing: first as it was, then without the suffix of a collision. */
export function untrashedNames(name: string): readonly string[] {
  const original = name.replace(trashedPattern, '');
  const plain = original.replace(/\.\d{13}$/, '');
  return plain === original || plain === '' ? [original] : [plain, original];
}

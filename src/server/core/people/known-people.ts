/**
 * People who signed in lately, remembered as long as nothing about anybody has changed.
 * Invariant: what is remembered was read after the version that it is remembered for, and is used only while the
 * database still has that version: a changed group or a removed person counts at once, on every server.
 */
import { BoundedMemory, type MemoryFigures } from '../kernel/bounded-memory.ts';
import type { Repository } from '../kernel/repository.ts';
import type { Store, Stores } from '../kernel/stores.ts';
import { findPerson, type Person } from './principals.ts';

const mostPeople = 10_000;

interface KnownPeople {
  version: number | undefined;
  readonly byName: BoundedMemory<Person>;
}

const memories = new WeakMap<Store, KnownPeople>();

/** As `findPerson`, for every call's first question. */
export async function knownPerson(repository: Repository, stores: Stores, username: string): Promise<Person> {
  const version = await stores.entries.peopleVersion();
  const memory = memoryOf(repository.ports.store);
  if (memory.version !== version) memory.byName.clear();
  memory.version = version;
  const known = memory.byName.get(username);
  if (known !== undefined) return known;
  const person = await findPerson(stores, repository.settings.administratorGroups, username);
  // Names that nobody has would fill it.
  // What was read for an older version, while others read for a newer one, is not theirs.
  if (person.entry !== undefined && memory.version === version) memory.byName.set(username, person);
  return person;
}

export function knownPeopleFigures(store: Store): MemoryFigures {
  return memoryOf(store).byName.figures;
}

function memoryOf(store: Store): KnownPeople {
  let memory = memories.get(store);
  if (!memory) {
    memory = { version: undefined, byName: new BoundedMemory(mostPeople) };
    memories.set(store, memory);
  }
  return memory;
}

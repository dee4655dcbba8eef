/**
 * Caches people who signed in lately, until any person or membership changes.
 * Invariant: a cached person was read after the version they are cached for, and is used only while the database has that
 * version: changes of groups and removed people take effect at once, on every server.
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

/** `findPerson` with the cache, for the start of every call. */
export async function knownPerson(repository: Repository, stores: Stores, username: string): Promise<Person> {
  const version = await stores.entries.peopleVersion();
  const memory = memoryOf(repository.ports.store);
  if (memory.version !== version) memory.byName.clear();
  memory.version = version;
  const known = memory.byName.get(username);
  if (known !== undefined) return known;
  const person = await findPerson(stores, repository.settings.administratorGroups, username);
  // Unknown names would fill the cache; and another call may have read a newer version meanwhile.
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

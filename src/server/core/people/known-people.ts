/**
 * People who signed in lately, remembered as long as nothing about anybody has changed.
 * Invariant: what is remembered was read after the version that it is remembered for, and is used only while the
 * database still has that version: a changed group or a removed person counts at once, on every server.
 */
import type { Repository } from '../kernel/repository.ts';
import type { Store, Stores } from '../kernel/stores.ts';
import { findPerson, type Person } from './principals.ts';

const mostPeople = 10_000;

interface KnownPeople {
  version: number;
  readonly byName: Map<string, Person>;
}

const memories = new WeakMap<Store, KnownPeople>();

/** As `findPerson`, for every call's first question. */
export async function knownPerson(repository: Repository, stores: Stores, username: string): Promise<Person> {
  const version = await stores.entries.peopleVersion();
  const memory = memoryFor(repository.ports.store, version);
  const known = memory.byName.get(username);
  if (known !== undefined) return known;
  const person = await findPerson(stores, repository.settings.administratorGroups, username);
  // Names that nobody has would fill it.
  if (person.entry !== undefined) {
    if (memory.byName.size >= mostPeople) memory.byName.clear();
    memory.byName.set(username, person);
  }
  return person;
}

function memoryFor(store: Store, version: number): KnownPeople {
  const earlier = memories.get(store);
  if (earlier?.version === version) return earlier;
  const memory = { version, byName: new Map<string, Person>() };
  memories.set(store, memory);
  return memory;
}

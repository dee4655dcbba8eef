/**
 * Basic sign-in.
 * Invariant: an unknown user costs as much as a wrong password, and a password that was right a moment ago
 * is not hashed again for every request of a client that sends it each time.
 */
import type { Principals } from '../kernel/model.ts';
import type { Passwords } from '../kernel/ports.ts';
import { readStores } from '../kernel/read-stores.ts';
import type { Repository } from '../kernel/repository.ts';
import { builtInAdministrator, findPerson } from './principals.ts';

const rememberedFor = 5 * 60_000;
const rememberedUsers = 1_000;

interface Remembered {
  readonly proof: string;
  readonly until: number;
}

/** Per password port, so that two servers in one process share nothing. */
const memories = new WeakMap<
  Passwords,
  { salt: string; decoy: Promise<string>; users: Map<string, Remembered> }
>();

function memoryOf(passwords: Passwords) {
  let memory = memories.get(passwords);
  if (!memory) {
    memory = {
      salt: crypto.randomUUID(),
      decoy: passwords.hash(crypto.randomUUID()),
      users: new Map<string, Remembered>(),
    };
    memories.set(passwords, memory);
  }
  return memory;
}

/** Who signs in with these, or undefined. Empty names and passwords are no credentials. */
export async function authenticate(
  repository: Repository,
  username: string,
  password: string,
): Promise<Principals | undefined> {
  if (username === '' || password === '') return undefined;
  return readStores(repository, async (stores) => {
    const { entry, principals } = await findPerson(stores, repository.settings.administratorGroups, username);
    const hash = entry?.fields.password;
    const known = typeof hash === 'string' && hash !== '' ? hash : undefined;
    return (await passwordMatches(repository, username, password, known)) ? principals : undefined;
  });
}

async function passwordMatches(
  repository: Repository,
  username: string,
  password: string,
  hash: string | undefined,
): Promise<boolean> {
  const { passwords, clock } = repository.ports;
  const memory = memoryOf(passwords);
  if (hash === undefined) {
    await passwords.verify(password, await memory.decoy);
    return false;
  }
  const now = clock.now().getTime();
  // The stored hash is part of the proof: a changed password forgets the old one at once.
  const proof = await digest(`${memory.salt}\n${hash}\n${password}`);
  const remembered = memory.users.get(username);
  if (remembered && remembered.proof === proof && remembered.until > now) return true;
  if (!(await passwords.verify(password, hash))) return false;
  if (memory.users.size >= rememberedUsers) memory.users.clear();
  memory.users.set(username, { proof, until: now + rememberedFor });
  return true;
}

async function digest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Does the built-in administrator still have the well-known password? */
export async function hasDefaultPassword(repository: Repository): Promise<boolean> {
  return (await authenticate(repository, builtInAdministrator, builtInAdministrator)) !== undefined;
}

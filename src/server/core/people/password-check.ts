/**
 * Sign-in with a password, stored here or in an LDAP directory.
 * Invariant: an unknown user takes as long as a wrong password. A password that was right a moment ago is not hashed again
 * for each request of a client that sends it every time.
 */

import { BoundedMemory, type MemoryFigures } from '../kernel/bounded-memory.ts';
import type { PeopleDirectory } from '../kernel/identity-providers.ts';
import type { Principals } from '../kernel/model.ts';
import type { Passwords } from '../kernel/ports.ts';
import { readStores } from '../kernel/read-stores.ts';
import type { Repository } from '../kernel/repository.ts';
import { inSession, systemPrincipals } from '../kernel/session.ts';
import { signInExternally } from '../signin/external-accounts.ts';
import {
  forgetFailures,
  noteFailure,
  requireFewFailures,
  type SignInAttempt,
  tooMany,
} from '../signin/sign-in-limits.ts';
import { knownPerson } from './known-people.ts';
import { builtInAdministrator } from './principals.ts';

/** After the last call. */
const rememberedFor = 5 * 60_000;
/** Shorter, because passwords may change there without notice. */
const directoryRememberedFor = 60_000;
const rememberedUsers = 1_000;
const mostAtOnce = 8;

interface Remembered {
  readonly proof: string;
  /** The person's username here; a directory may accept other spellings of it. */
  readonly login: string;
  /** Addresses that have used it lately. */
  readonly addresses: readonly string[];
  readonly until: number;
}

/** For each person: a service may sign in from several machines. */
const rememberedAddresses = 10;

/** Per password port, so that two servers in one process share nothing. */
const memories = new WeakMap<Passwords, Memory>();

interface Memory {
  readonly salt: string;
  /** A hash that is verified for unknown users. */
  decoy: Promise<string> | undefined;
  readonly users: BoundedMemory<Remembered>;
  /** Verifications in progress, by proof. */
  readonly verifications: Map<string, Promise<string | undefined>>;
  /** Number of attempts being hashed, by address. */
  readonly underWay: Map<string, number>;
}

function memoryOf(passwords: Passwords): Memory {
  let memory = memories.get(passwords);
  if (!memory) {
    memory = {
      salt: crypto.randomUUID(),
      decoy: undefined,
      users: new BoundedMemory(rememberedUsers),
      verifications: new Map(),
      underWay: new Map(),
    };
    memories.set(passwords, memory);
  }
  return memory;
}

/**
 * The person with these credentials, or undefined. Empty names and passwords are no credentials.
 * @param attempt counted when it fails; 429 before anything is hashed when too many have failed
 */
export async function authenticate(
  repository: Repository,
  username: string,
  password: string,
  attempt?: SignInAttempt,
): Promise<Principals | undefined> {
  if (username === '' || password === '') return undefined;
  const memory = memoryOf(repository.ports.passwords);
  const now = repository.ports.clock.now();
  // No unit of work is open while a password is hashed.
  const directory = repository.ports.peopleDirectory;
  const known = await readStores(repository, async (stores) => {
    const { entry, principals } = await knownPerson(repository, stores, username);
    const hash = typeof entry?.fields.password === 'string' ? entry.fields.password : '';
    // The directory is asked only about people without a password here: administrators can sign in while it is down.
    const isAsked = hash === '' && directory !== undefined;
    // The proof includes the stored hash, so that an old password is forgotten at once when it changes.
    const proof =
      hash === '' && !isAsked
        ? undefined
        : repository.ports.passwords.fingerprint(`${memory.salt}\n${hash}\n${username}\n${password}`);
    const remembered = memory.users.get(username, (one) => one.proof === proof && one.until > now.getTime());
    if (remembered) {
      const { login } = remembered;
      const person =
        login === username ? { entry, principals } : await knownPerson(repository, stores, login);
      if (person.entry) {
        let { addresses } = remembered;
        if (attempt && !addresses.includes(attempt.address)) {
          // Otherwise somebody at another address could tell a right guess although too many were wrong.
          await requireFewFailures(stores.entries, now, attempt);
          addresses = [...addresses.slice(1 - rememberedAddresses), attempt.address];
        }
        // Extended with each call, without hashing: after a change of the password the proof differs.
        const until = isAsked ? remembered.until : now.getTime() + rememberedFor;
        memory.users.set(username, { ...remembered, addresses, until });
        return { hash, proof, isAsked, remembered: person.principals };
      }
    }
    if (attempt) await requireFewFailures(stores.entries, now, attempt);
    return { hash, proof, isAsked, remembered: undefined };
  });
  if (known.remembered) return known.remembered;
  const login = await shared(memory, known.proof, async () => {
    const found = await inTurn(memory, attempt, async () =>
      known.isAsked && directory
        ? loginByDirectory(repository, directory, username, password)
        : (await verified(repository, password, known.hash))
          ? username
          : undefined,
    );
    if (found !== undefined && known.proof !== undefined) {
      const lifetime = known.isAsked ? directoryRememberedFor : rememberedFor;
      memory.users.set(username, {
        proof: known.proof,
        login: found,
        addresses: attempt ? [attempt.address] : [],
        until: now.getTime() + lifetime,
      });
    }
    if (attempt) await noteOutcome(repository, attempt, found !== undefined);
    return found;
  });
  if (login === undefined) return undefined;
  return readStores(repository, async (stores) => {
    const { entry, principals } = await knownPerson(repository, stores, login);
    // The password was changed during the verification.
    if (!known.isAsked && principals.passwordHash !== known.hash) return undefined;
    return entry && principals;
  });
}

export function signInFigures(passwords: Passwords): MemoryFigures {
  return memoryOf(passwords).users.figures;
}

/** No unit of work is open while the directory answers. */
async function loginByDirectory(
  repository: Repository,
  directory: PeopleDirectory,
  username: string,
  password: string,
): Promise<string | undefined> {
  const identity = await directory.authenticate(username, password);
  if (!identity) return undefined;
  const principals = { ...systemPrincipals, username: identity.username };
  return inSession(repository, { principals }, (session) => signInExternally(session, directory, identity));
}

/** A client's first requests arrive together with the same password: it is hashed and counted once. */
function shared(
  { verifications }: Memory,
  proof: string | undefined,
  verify: () => Promise<string | undefined>,
): Promise<string | undefined> {
  if (proof === undefined) return verify();
  const known = verifications.get(proof);
  if (known) return known;
  const begun = verify().finally(() => verifications.delete(proof));
  verifications.set(proof, begun);
  return begun;
}

/** Each address may have only a few attempts in the queue for hashing. */
async function inTurn<T>(
  { underWay }: Memory,
  attempt: SignInAttempt | undefined,
  verify: () => Promise<T>,
): Promise<T> {
  if (!attempt) return verify();
  const before = underWay.get(attempt.address) ?? 0;
  if (before >= mostAtOnce) throw tooMany();
  underWay.set(attempt.address, before + 1);
  try {
    return await verify();
  } finally {
    const left = (underWay.get(attempt.address) ?? 1) - 1;
    if (left === 0) underWay.delete(attempt.address);
    else underWay.set(attempt.address, left);
  }
}

async function verified(
  { ports: { passwords } }: Repository,
  password: string,
  hash: string,
): Promise<boolean> {
  if (hash !== '') return passwords.verify(password, hash);
  const memory = memoryOf(passwords);
  memory.decoy ??= passwords.hash(crypto.randomUUID());
  try {
    await passwords.verify(password, await memory.decoy);
  } catch (error) {
    // Making the decoy itself may have failed, because the queue was full.
    memory.decoy = undefined;
    throw error;
  }
  return false;
}

async function noteOutcome(repository: Repository, attempt: SignInAttempt, isRight: boolean): Promise<void> {
  const caller = { principals: { ...systemPrincipals, username: attempt.username } };
  await inSession(repository, caller, (session) =>
    isRight ? forgetFailures(session, attempt) : noteFailure(session, attempt),
  );
}

/** Does the built-in administrator still have the well-known password? */
export async function hasDefaultPassword(repository: Repository): Promise<boolean> {
  return (await authenticate(repository, builtInAdministrator, builtInAdministrator)) !== undefined;
}

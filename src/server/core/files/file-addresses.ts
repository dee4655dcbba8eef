/**
 * Addresses that deliver one file once, without a token: for programs that cannot send one, such as a browser that
 * fetches a file dragged to the desktop. The caller chooses the code in the address.
 * Invariants: an address is for one person, one file and one minute; it works once, with the rights that the person has
 * then; only a digest of the code is stored.
 */
import { errors, RepositoryError } from '../kernel/errors.ts';
import type { Principals } from '../kernel/model.ts';
import { readStores } from '../kernel/read-stores.ts';
import type { Repository } from '../kernel/repository.ts';
import { inSession, type Session, systemPrincipals } from '../kernel/session.ts';
import type { Entry } from '../kernel/stores.ts';
import { sweepEntries } from '../kernel/sweeping.ts';
import { knownPerson } from '../people/known-people.ts';
import { fileAddressDirectory as directory } from '../signin/end-sign-ins.ts';
import { holdCaller } from '../signin/hold-person.ts';
import { tokenDigest } from '../signin/secrets.ts';

/** How long an address is valid. */
export const fileAddressSeconds = 60;
const mostOfPerson = 40;
/** At least 32 random bytes in base64url. */
const codeShape = /^[\w-]{43,128}$/;

export interface FilePlace {
  readonly documentId: string;
  /** The file's xpath; the main file when empty. */
  readonly xpath: string;
}

export interface TakenFile extends FilePlace {
  readonly principals: Principals;
  readonly repositoryName: string;
}

/** @throws 400 for a code that could be guessed, 409 for a used one, 429 when the person has too many */
export async function addFileAddress(session: Session, code: string, place: FilePlace): Promise<void> {
  if (!codeShape.test(code))
    throw errors.badRequest('The code must be 43 to 128 letters, digits, - and _, made by chance');
  const { entries } = await session.write();
  await holdCaller(entries, session.principals);
  const own = await entries.list(directory, { filter: { equals: { login: session.username } } });
  for (const entry of own.items) if (!isOpen(entry, session.now)) await entries.remove(directory, entry.id);
  if (own.items.filter((entry) => isOpen(entry, session.now)).length >= mostOfPerson)
    throw new RepositoryError('overloaded', 'Too many addresses of files within a minute', { status: 429 });
  const fields = {
    login: session.username,
    repository: session.repositoryName,
    documentId: place.documentId,
    xpath: place.xpath,
    createdAt: session.now.toISOString(),
  };
  if (!(await entries.insert(directory, { id: await tokenDigest(code), fields })))
    throw new RepositoryError('conflict', 'This code is known already');
}

/** Undefined when the code is unknown, used or expired, or its person may no longer sign in. */
export async function takeFileAddress(repository: Repository, code: string): Promise<TakenFile | undefined> {
  if (!codeShape.test(code)) return undefined;
  const id = await tokenDigest(code);
  // Guessed codes must not occupy the writer.
  if (!(await readStores(repository, ({ entries }) => entries.get(directory, id)))) return undefined;
  const fields = await inSession(repository, { principals: systemPrincipals }, async (session) => {
    const { entries } = await session.write();
    const entry = await entries.getForUpdate(directory, id);
    if (!entry) return undefined;
    await entries.remove(directory, id);
    return isOpen(entry, session.now) ? entry.fields : undefined;
  });
  if (!fields) return undefined;
  const { login, repository: repositoryName, documentId, xpath } = fields;
  const { entry, principals } = await readStores(repository, (stores) =>
    knownPerson(repository, stores, String(login)),
  );
  if (!entry) return undefined;
  return {
    principals,
    repositoryName: String(repositoryName),
    documentId: String(documentId),
    xpath: String(xpath),
  };
}

/** Removes expired addresses. */
export function sweepFileAddresses(repository: Repository): Promise<void> {
  return sweepEntries(repository, directory, (entry, now) => !isOpen(entry, now));
}

function isOpen({ fields }: Entry, now: Date): boolean {
  return now.getTime() - Date.parse(String(fields.createdAt)) <= fileAddressSeconds * 1000;
}

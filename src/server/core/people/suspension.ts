/**
 * Accounts for administrators: how a person signs in, and suspending them.
 * Invariant: a suspended person cannot sign in in any way, and nothing runs with their rights (`findPerson`); their data
 * stays.
 */
import { errors } from '../kernel/errors.ts';
import type { Session } from '../kernel/session.ts';
import { type Paged, type PageRequest, pageBlock, spanOf } from '../search/page.ts';
import { endSignIns, passkeyDirectory, secondFactorDirectory } from '../signin/end-sign-ins.ts';
import { builtInAdministrator, isSuspended, userDirectory } from './principals.ts';
import { present, type User } from './users.ts';

export interface Account {
  readonly id: string;
  readonly isSuspended: boolean;
  /** Whether sign-in asks for one-time codes. */
  readonly hasOneTimeCodes: boolean;
  readonly passkeys: number;
}

export async function accountOf(session: Session, username: string): Promise<Account> {
  requireAdministrator(session);
  const { entries } = session.read;
  const entry = await entries.get(userDirectory, username);
  if (!entry) throw errors.notFound('user does not exist');
  const codes = await entries.get(secondFactorDirectory, username);
  const keys = await entries.list(passkeyDirectory, { filter: { equals: { login: username } } });
  return {
    id: username,
    isSuspended: isSuspended(entry),
    hasOneTimeCodes: codes?.fields.isOn === true,
    passkeys: keys.items.length,
  };
}

export async function setSuspended(session: Session, username: string, suspended: boolean): Promise<Account> {
  requireAdministrator(session);
  if (suspended && (username === builtInAdministrator || username === session.username))
    throw errors.badRequest(`${username} cannot be suspended: somebody must be able to take it back`);
  const { entries } = await session.write();
  const entry = await entries.getForUpdate(userDirectory, username);
  if (!entry) throw errors.notFound('user does not exist');
  if (isSuspended(entry) !== suspended) {
    const { isSuspended: _before, ...fields } = entry.fields;
    await entries.update(userDirectory, username, suspended ? { ...fields, isSuspended: true } : fields);
    if (suspended) await endSignIns(entries, username);
    const eventId = suspended ? 'user_suspended' : 'user_reinstated';
    session.audit({ eventId, category: 'userGroup', comment: username });
  }
  return accountOf(session, username);
}

export async function suspendedUsers(session: Session, request: PageRequest): Promise<Paged<User>> {
  requireAdministrator(session);
  const { maxPageSize } = session.repository.settings;
  const found = await session.read.entries.list(userDirectory, {
    filter: { equals: { isSuspended: true } },
    sortByText: ['firstName', 'lastName', 'username'],
    ...spanOf(request, maxPageSize),
  });
  const users = [];
  for (const entry of found.items) users.push(await present(session, entry));
  return {
    entries: users,
    page: pageBlock(request, { total: found.total, count: users.length, maxPageSize }),
  };
}

function requireAdministrator({ principals }: Session): void {
  if (!principals.isAdministrator)
    throw errors.forbidden('You do not have permissions to perform this operation.');
}

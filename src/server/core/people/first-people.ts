/** The users and groups of a new server. Invariant: written once; deleted ones do not come back. */
import type { Session } from '../kernel/session.ts';
import { builtInAdministrator, groupDirectory, members, powerUsers, userDirectory } from './principals.ts';

const groups = [
  ['administrators', 'Administrators group', 'Group of users with administration rights'],
  [members, 'Members group', 'Group of users with read access rights'],
  [powerUsers, 'Power users group', 'Group of users who can manage other users and groups'],
] as const;

export async function seedPeople(session: Session, password: string = builtInAdministrator): Promise<void> {
  const { entries } = await session.write();
  const isFirst = await entries.insert('seededDirectories', { id: 'people', fields: {} });
  if (!isFirst) return;
  for (const [groupname, grouplabel, description] of groups) {
    await entries.insert(groupDirectory, { id: groupname, fields: { groupname, grouplabel, description } });
  }
  await entries.insert(userDirectory, {
    id: builtInAdministrator,
    fields: {
      username: builtInAdministrator,
      firstName: '',
      lastName: '',
      email: 'devnull@nuxeo.com',
      company: '',
      password: await session.repository.ports.passwords.hash(password),
    },
  });
  await entries.setGroupsOf('user', builtInAdministrator, ['administrators']);
}

/** An ordinary signed-in person for the benches: in twenty groups, and with rights by one of them. */
import { type Credentials, Seed } from '../e2e/seed.ts';

export const person: Credentials = { username: 'bench-person', password: 'a password of the bench' };
const groupsOfPerson = 20;

/** Creates the person, who may write in the folders and below. Does nothing if that was done before. */
export async function addPerson(origin: string, ...folders: readonly string[]): Promise<void> {
  const seed = new Seed(origin);
  const names = Array.from({ length: groupsOfPerson }, (_, index) => `bench-group-${index}`);
  const known = await seed.fetch(`/api/v1/user/${person.username}`).catch(() => undefined);
  if (known !== undefined) return;
  for (const groupname of names) {
    await seed.json('POST', '/group', { 'entity-type': 'group', id: groupname, properties: { groupname } });
  }
  await seed.json('POST', '/user', {
    'entity-type': 'user',
    id: person.username,
    properties: { ...person, email: 'bench@example.com', groups: names },
  });
  for (const folder of folders) {
    await seed.operation('Document.AddPermission', {
      input: folder,
      params: { permission: 'ReadWrite', username: names.at(-1) ?? '' },
    });
  }
}

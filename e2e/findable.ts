/** Documents that a search finds, each with a word of its own and one that no other test's documents have. */
import type { Workspace } from './fixtures.ts';
import type { Seed } from './seed.ts';

/** What the notes of this test have in common, in their titles and in their texts. */
export function mark({ id }: Workspace): string {
  // Ids that are made one after the other begin alike.
  return id.slice(-8);
}

/** A file, and the notes alpha, beta and gamma. */
export async function seedFindable(seed: Seed, workspace: Workspace): Promise<void> {
  const clause = 'The tenant shall suffer the servitude of passage.';
  await seed.file(workspace.path, 'bail.txt', clause, 'text/plain');
  for (const word of ['alpha', 'beta', 'gamma'])
    await seed.document(workspace.path, 'Note', `${word} ${mark(workspace)}`, {
      'note:note': `quay ${mark(workspace)}`,
    });
}

/**
 * Documents for tests of the search, each with a word of its own, and all with a word that no other test's documents have.
 */
import type { Workspace } from './fixtures.ts';
import type { Seed } from './seed.ts';

/** The word that all notes of this test have in their titles and texts. */
export function mark({ id }: Workspace): string {
  // Ids made one after the other have the same beginning.
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

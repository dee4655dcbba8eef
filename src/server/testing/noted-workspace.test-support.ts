/**
 * A repository for tests of collections, comments and tags: a workspace where leela has all rights, with a note.
 * Invariant: it is closed after the tests of the file.
 */
import { after } from 'node:test';
import { addAces } from '#server/core/access/access-changes.ts';
import { createDocument } from '#server/core/documents/documents.ts';
import type { DocumentRow } from '#server/core/kernel/model.ts';
import { inSession, systemPrincipals } from '#server/core/kernel/session.ts';
import { ensureRoot, openTestRepository, type TestRepository } from './test-repository.ts';

export interface NotedWorkspace {
  readonly server: TestRepository;
  readonly folder: DocumentRow;
  readonly note: DocumentRow;
}

export async function openNotedWorkspace(): Promise<NotedWorkspace> {
  const server = await openTestRepository();
  after(() => server.close());
  for (const name of ['fry', 'leela', 'bender']) await server.addUser(name);
  await server.addUser('guest', []);
  return inSession(server.repository, { principals: systemPrincipals }, async (session) => {
    const root = await ensureRoot(session);
    await createDocument(session, root, { type: 'Domain', name: 'default-domain' });
    const workspace = await createDocument(session, root, { type: 'Workspace', name: 'ws' });
    const note = await createDocument(session, workspace, {
      type: 'Note',
      name: 'note',
      properties: { 'dc:title': 'A note' },
    });
    const folder = await addAces(session, workspace, {
      acl: 'local',
      aces: [
        { username: 'leela', permission: 'Everything', granted: true, creator: null, begin: null, end: null },
      ],
    });
    return { server, folder, note };
  });
}

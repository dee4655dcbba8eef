/** Creates, through the interface, the documents and settings that the menus and dialogs of popups.ts need. */
import type { Seed } from './seed.ts';
import { onStock } from './server.ts';

/** The documents and settings on the pages where the popups are opened. */
export interface Planted {
  /** The path of a folder with a document and a folder in it. */
  readonly folder: string;
  /** The document's id. It has a version and an access entry of its own. */
  readonly document: string;
  readonly folderName: string;
  readonly documentName: string;
  /** The id of a task of Administrator. */
  readonly task: string;
  readonly application: string;
  /** Empty on a server without hooks. */
  readonly hook: string;
  /** The path of a folder with more documents than a list loads at once; empty if there is none. */
  readonly large: string;
}

/** Creates them in a folder that only this test looks at. */
export async function plantForPopups(seed: Seed, folder: string, withLarge: boolean): Promise<Planted> {
  const [documentName, folderName] = ['Emphyteutic lease of 1998', 'Emphyteutic lease, annexes'];
  await seed.document(folder, 'Folder', 'annexes', { 'dc:title': folderName });
  const document = await seed.file(folder, documentName, 'A lease of the house in Cologne', 'text/plain');
  await seed.user('zoe').catch(() => undefined);
  await seed.operation('Document.AddPermission', {
    input: document,
    params: { users: ['zoe'], permission: 'Read' },
  });
  await seed.operation('Document.CreateVersion', { input: document, params: { increment: 'Minor' } });
  await seed.json('PUT', `/id/${document}`, {
    'entity-type': 'document',
    uid: document,
    properties: { 'dc:description': 'Of the house in Cologne' },
  });
  const application = `lease-${document.slice(-8)}`;
  await seed.application({ id: application, name: documentName });
  const hook = onStock ? '' : await seed.hook(documentName);
  const large = withLarge ? `${folder}/annexes` : '';
  if (withLarge)
    for (let number = 0; number <= 1_000; number += 1)
      await seed.document(large, 'Note', `lease-${number}`, { 'dc:title': `${documentName} ${number}` });
  const task = await startReview(seed, folder);
  return { folder, document, folderName, documentName, task, application, hook, large };
}

/** Starts a review of a document of its own, and returns the id of its first task. */
async function startReview(seed: Seed, folder: string): Promise<string> {
  const id = await seed.document(folder, 'Note', 'reviewed', { 'dc:title': 'Emphyteutic lease reviewed' });
  await seed.json('POST', '/workflow', {
    'entity-type': 'workflow',
    workflowModelName: 'SerialDocumentReview',
    attachedDocumentIds: [id],
  });
  return taskOf(seed, id);
}

export async function taskOf(seed: Seed, document: string): Promise<string> {
  const { entries } = await seed.json('GET', `/id/${document}/@task`);
  return String(Array.isArray(entries) ? entries[0].id : '');
}

/** A large library for the benches, written straight into the store: 100,000 files in one folder, 10,000 in another. */
import { createDocument, createDocuments, getDocument } from '#server/core/documents/documents.ts';
import type { DocumentRow } from '#server/core/kernel/model.ts';
import type { Repository } from '#server/core/kernel/repository.ts';
import { inSession, type Session, systemPrincipals } from '#server/core/kernel/session.ts';
import { openRepository } from '#server/open-repository.ts';
import { readServerOptions } from '#server/server-options.ts';

export const words =
  'deed lease charter ledger harbour parish estate survey tithe bridge quay warrant annexe register seal'.split(
    ' ',
  );
const perTransaction = 1000;

export const bigFolder = '/default-domain/workspaces/big';
export const listFolder = '/default-domain/workspaces/list';
/** Folder for documents that the benches create. */
export const madeFolder = '/default-domain/workspaces/made';

/** Returns the number of documents stored per second. */
export async function plantLibrary(
  storage: readonly string[],
  counts: { readonly big: number; readonly list: number },
): Promise<number> {
  const silent = { info: () => {}, warn: () => {}, error: () => {} };
  const { repository, close } = await openRepository(readServerOptions(storage, {}), silent);
  const start = performance.now();
  await fill(repository, 'big', counts.big);
  await fill(repository, 'list', counts.list);
  await fill(repository, 'made', 0);
  const seconds = (performance.now() - start) / 1000;
  await close();
  return (counts.big + counts.list) / seconds;
}

async function fill(repository: Repository, name: string, count: number): Promise<void> {
  const inRepository = <T>(work: (session: Session) => Promise<T>): Promise<T> =>
    inSession(repository, { principals: systemPrincipals }, work);
  const folder: DocumentRow = await inRepository(async (session) =>
    createDocument(session, await getDocument(session, { path: '/default-domain/workspaces' }), {
      type: 'Workspace',
      name,
      properties: { 'dc:title': name },
    }),
  );
  // Two at a time: while the database commits one transaction, the next is prepared.
  let next = 0;
  const transactions = async (): Promise<void> => {
    for (let first = next; first < count; first = next) {
      next = first + perTransaction;
      const inputs = Array.from({ length: Math.min(count - first, perTransaction) }, (_, index) => ({
        type: 'File',
        name: `file-${first + index}`,
        properties: propertiesOf(first + index),
      }));
      await inRepository((session) => createDocuments(session, folder, inputs));
    }
  };
  await Promise.all([transactions(), transactions()]);
}

/** Different enough that a word finds some: `harbour` is in one of fifteen, `rare7000` in one. */
function propertiesOf(index: number): Readonly<Record<string, string>> {
  const word = (step: number): string => words[(index * step + step) % words.length] ?? 'deed';
  return {
    'dc:title': `${word(1)} ${word(7)} ${index}`,
    'dc:description': `${word(3)} of the ${word(11)} rare${index}`,
    'dc:source': word(5),
  };
}

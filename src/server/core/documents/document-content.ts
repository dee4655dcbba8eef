/**
 * What follows from a document's content: its words in the search index at once, the text and pictures of its files
 * by a stored job after the commit, and its proxies kept equal.
 */
import { foldText } from '../kernel/fulltext.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { blobsOf, searchableText } from './properties.ts';

export const contentJobKind = 'content';

/** Call in the writing transaction, after the row is stored. */
export async function announceContent(
  session: Session,
  row: DocumentRow,
  before: DocumentRow | undefined,
): Promise<void> {
  const words = searchableText(row.properties);
  const sameWords =
    before !== undefined && words === searchableText(before.properties) && before.name === row.name;
  const files = blobKeys(session, row);
  const sameFiles = files === (before === undefined ? '' : blobKeys(session, before));
  await Promise.all([
    sameWords ? undefined : storeWords(session, row, before === undefined),
    sameFiles || row.isVersion ? undefined : enqueueFiles(session, row, files),
  ]);
  if (before !== undefined) await refreshProxies(session, row);
}

/** What is noted in a document beside its changes by people is found by its words too. */
export async function keepWords(session: Session, row: DocumentRow, before: DocumentRow): Promise<void> {
  if (row.isVersion || row.proxyTargetId !== null) return;
  if (searchableText(row.properties) !== searchableText(before.properties))
    await storeWords(session, row, false);
}

/** Finds the words of a document and of its files anew, whether or not it changed. */
export async function reindexContent(session: Session, row: DocumentRow): Promise<void> {
  await storeWords(session, row, false);
  const files = blobKeys(session, row);
  if (files !== '') await enqueueFiles(session, row, files);
}

async function storeWords(session: Session, row: DocumentRow, isNew: boolean): Promise<void> {
  if (session.repository.withoutFulltext.has(session.repositoryName)) return;
  const { documents } = await session.write();
  await documents.setText(row.id, {
    title: foldText(String(row.properties['dc:title'] ?? row.name)).join(' '),
    body: foldText(`${row.name} ${searchableText(row.properties)}`).join(' '),
    ...(isNew ? { blobText: '' } : {}),
  });
}

/** The root has none, a version those of its time, a proxy those of what it shows. */
export async function hasItsWords(session: Session, row: DocumentRow): Promise<boolean> {
  if (row.isVersion || row.proxyTargetId !== null || row.path === '/') return true;
  if (session.repository.withoutFulltext.has(session.repositoryName)) return true;
  const text = await session.read.documents.getText(row.id);
  // Databases give properties back in orders of their own.
  const found = new Set(text?.body.split(' '));
  return text !== undefined && foldText(searchableText(row.properties)).every((word) => found.has(word));
}

async function enqueueFiles(session: Session, row: DocumentRow, files: string): Promise<void> {
  const { jobs } = await session.write();
  await jobs.enqueue({
    id: crypto.randomUUID(),
    kind: contentJobKind,
    payload: { document: row.id, repository: row.repository },
    // Whose conversions they are: nobody's take all the places.
    owner: session.username,
    runAt: session.now.toISOString(),
    uniqueKey: `${contentJobKind} ${row.id} ${files}`,
  });
}

function blobKeys(session: Session, row: DocumentRow): string {
  return blobsOf(session.types, row)
    .map(({ blob }) => blob.data)
    .join(' ');
}

/** Live proxies show what their target has now. */
async function refreshProxies(session: Session, row: DocumentRow): Promise<void> {
  const { documents } = await session.write();
  for (const proxy of await documents.proxiesOf([row.id])) {
    await documents.update(proxy.id, {
      properties: row.properties,
      state: row.state,
      facets: row.facets,
      systemChange: proxy.systemChange + 1,
    });
  }
}

/**
 * What follows from a document's content: its words in the search index at once, the text and pictures of its files
 * by a stored job after the commit, and its proxies kept equal.
 */
import { foldText } from './fulltext.ts';
import type { DocumentRow } from './model.ts';
import { blobsOf, searchableText } from './properties.ts';
import type { Session } from './session.ts';

export const contentJobKind = 'content';

/** Call in the writing transaction, after the row is stored. */
export async function announceContent(
  session: Session,
  row: DocumentRow,
  before: DocumentRow | undefined,
): Promise<void> {
  const { documents, jobs } = await session.write();
  const isIndexed = !session.repository.withoutFulltext.has(session.repositoryName);
  const words = searchableText(row.properties);
  const title = String(row.properties['dc:title'] ?? row.name);
  const sameWords =
    before !== undefined && words === searchableText(before.properties) && before.name === row.name;
  if (isIndexed && !sameWords) {
    await documents.setText(row.id, {
      title: foldText(title).join(' '),
      body: foldText(`${row.name} ${words}`).join(' '),
      ...(before === undefined ? { blobText: '' } : {}),
    });
  }
  const files = blobKeys(session, row);
  if (files !== (before === undefined ? '' : blobKeys(session, before)) && !row.isVersion) {
    await jobs.enqueue({
      id: crypto.randomUUID(),
      kind: contentJobKind,
      payload: { document: row.id, repository: row.repository },
      owner: null,
      runAt: session.now.toISOString(),
      uniqueKey: `${contentJobKind} ${row.id} ${files}`,
    });
  }
  if (before !== undefined) await refreshProxies(session, row);
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

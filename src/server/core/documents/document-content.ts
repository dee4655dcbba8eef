/**
 * What follows a change of a document's content: its words are indexed at once, texts and pictures of its files are made
 * by a job after the commit, and proxies of it are kept equal.
 */
import { rememberedText } from '../files/short-texts.ts';
import type { StoredWords } from '../kernel/consistency-store.ts';
import { foldLongText } from '../kernel/fulltext.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { timeOrderedId } from '../kernel/time-ordered-id.ts';
import { pauseWhenLong } from '../kernel/turns.ts';
import type { TypeRegistry } from '../types/registry.ts';
import { blobsOf, searchableText } from './properties.ts';

export const contentJobKind = 'content';

/** Words compared before other calls get a turn. */
const pieceWords = 5_000;

/** Call it in the writing transaction that stores the new rows. */
export async function announceNewContent(session: Session, rows: readonly DocumentRow[]): Promise<void> {
  const texts = rows.map((row) => (row.isVersion ? '' : textAtHand(session, row)));
  await Promise.all([
    storeNewWords(session, rows, texts),
    enqueueFiles(
      session,
      rows.filter((_row, index) => texts[index] === undefined),
    ),
  ]);
}

interface Words {
  readonly title: string;
  readonly body: string;
}

/**
 * Undefined when the words have not changed. Long texts take a while: call it before the row is stored, while other calls can
 * still write.
 */
export async function changedWords(row: DocumentRow, before: DocumentRow): Promise<Words | undefined> {
  const isSame =
    searchableText(row.properties) === searchableText(before.properties) && before.name === row.name;
  return isSame ? undefined : wordsOf(row);
}

/**
 * Call it in the writing transaction, after the row is stored.
 * @param found what `changedWords` returned
 */
export async function announceContent(
  session: Session,
  row: DocumentRow,
  before: DocumentRow,
  found?: { readonly words: Words | undefined },
): Promise<void> {
  const words = found ? found.words : await changedWords(row, before);
  const sameFiles = row.isVersion || blobKeys(session, row) === blobKeys(session, before);
  const text = sameFiles ? undefined : textAtHand(session, row);
  await Promise.all([
    words === undefined && text === undefined ? undefined : storeWords(session, row, text, words),
    sameFiles || text !== undefined ? undefined : enqueueFiles(session, [row]),
  ]);
  await refreshProxies(session, row);
}

/** Updates the index after the repository itself changed the document (tags and such). */
export async function keepWords(session: Session, row: DocumentRow, before: DocumentRow): Promise<void> {
  if (row.isVersion || row.proxyTargetId !== null) return;
  if (searchableText(row.properties) !== searchableText(before.properties)) await storeWords(session, row);
}

/** Indexes a document and its files again, whether or not they changed. */
export async function reindexContent(session: Session, row: DocumentRow): Promise<void> {
  await storeWords(session, row);
  if (blobKeys(session, row) !== '') await enqueueFiles(session, [row]);
}

/** @param texts the text of each row's files, where it is known */
async function storeNewWords(
  session: Session,
  rows: readonly DocumentRow[],
  texts: readonly (string | undefined)[],
): Promise<void> {
  if (session.repository.withoutFulltext.has(session.repositoryName)) return;
  const { documents } = await session.write();
  const words = [];
  for (const [index, row] of rows.entries())
    words.push({ id: row.id, ...(await wordsOf(row)), blobText: texts[index] ?? '' });
  await documents.setTexts(words);
}

/** @param blobText the text of the files; the stored one is kept when absent */
export async function storeWords(
  session: Session,
  row: DocumentRow,
  blobText?: string,
  words?: Words,
): Promise<void> {
  if (session.repository.withoutFulltext.has(session.repositoryName)) return;
  const { documents } = await session.write();
  await documents.setText(row.id, {
    ...(words ?? (await wordsOf(row))),
    ...(blobText === undefined ? {} : { blobText }),
  });
}

async function wordsOf({ name, properties }: DocumentRow): Promise<Words> {
  return {
    title: await foldLongText(String(properties['dc:title'] ?? name)),
    body: await foldLongText(`${name} ${searchableText(properties)}`),
  };
}

/**
 * Whether the index has the document's words. The root has none; versions and proxies are not checked.
 * @param stored the words in the index
 */
export async function isTextIndexed(
  session: Session,
  row: DocumentRow,
  stored: StoredWords | undefined,
): Promise<boolean> {
  if (row.isVersion || row.proxyTargetId !== null || row.path === '/') return true;
  if (session.repository.withoutFulltext.has(session.repositoryName)) return true;
  if (stored === undefined) return false;
  // A trashed document has another name, and keeps the words that it had before.
  const { 'dc:title': title } = row.properties;
  if (title !== undefined && stored.title !== (await foldLongText(String(title)))) return false;
  const wanted = await foldLongText(searchableText(row.properties));
  const body = stored.body ?? (await session.read.documents.getText(row.id))?.body ?? '';
  if (wanted === '' || ` ${body}`.endsWith(` ${wanted}`)) return true;
  // Databases return properties in different orders, so only the set of words counts.
  const found = new Set<string>();
  for (const [index, word] of body.split(' ').entries()) {
    if (index % pieceWords === pieceWords - 1) await pauseWhenLong();
    found.add(word);
  }
  for (const [index, word] of wanted.split(' ').entries()) {
    if (index % pieceWords === pieceWords - 1) await pauseWhenLong();
    if (!found.has(word)) return false;
  }
  return true;
}

/** The text of its files when no job is needed to read them; undefined when one is. */
function textAtHand(session: Session, row: DocumentRow): string | undefined {
  const { types, repository } = session;
  const { conversion } = repository.ports;
  const texts: string[] = [];
  for (const { blob } of blobsOf(types, row)) {
    const kind = blob['mime-type'] ?? '';
    if (conversion.picturesAhead(kind) || holdsFacts(types, row)) return undefined;
    const text = conversion.holdsText(kind) ? rememberedText(session, blob) : '';
    if (text === undefined) return undefined;
    if (text !== '') texts.push(text);
  }
  return texts.join(' ');
}

/** Whether the type has properties for metadata of its file. */
export function holdsFacts(types: TypeRegistry, row: DocumentRow): boolean {
  return ['Picture', 'Video', 'Audio'].some((facet) => types.hasFacet(row, facet));
}

/** A job for each row: also when its files are gone, so that their words are removed. */
async function enqueueFiles(session: Session, rows: readonly DocumentRow[]): Promise<void> {
  if (rows.length === 0) return;
  const { jobs } = await session.write();
  await jobs.enqueue(
    ...rows.map((row) => ({
      id: timeOrderedId(),
      kind: contentJobKind,
      payload: { document: row.id, repository: row.repository },
      // Whose conversions they are, so that one person cannot occupy all places.
      owner: session.username,
      runAt: session.now.toISOString(),
      uniqueKey: `${contentJobKind} ${row.id} ${blobKeys(session, row)}`,
    })),
  );
}

function blobKeys(session: Session, row: DocumentRow): string {
  return blobsOf(session.types, row)
    .map(({ blob }) => blob.data)
    .join(' ');
}

/** Copies the changed properties to live proxies. */
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

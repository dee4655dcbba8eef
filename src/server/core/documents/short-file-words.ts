/**
 * Checks the index for the text of short text files, which can be read again at once.
 * Invariant: nothing is reported for files that a converter reads, for versions and proxies, or while content jobs wait.
 */
import { smallFileBytes, withoutRuns } from '../files/short-texts.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { contentJobKind } from './document-content.ts';
import { blobsOf } from './properties.ts';

/** File text that is missing in the index; undefined when none is. */
export async function lostFileText(session: Session, row: DocumentRow): Promise<string | undefined> {
  const { read, repository, repositoryName } = session;
  if (row.isVersion || row.proxyTargetId !== null || repository.withoutFulltext.has(repositoryName))
    return undefined;
  const texts = await shortTextsOf(session, row);
  if (texts.length === 0) return undefined;
  const stored = (await read.documents.getText(row.id))?.blobText ?? '';
  if (texts.every((text) => stored.includes(text))) return undefined;
  return (await read.jobs.due([contentJobKind])).length > 0 ? undefined : texts.join(' ');
}

/** Empty when one of its files is long, or not UTF-8 text. */
async function shortTextsOf({ types, repository }: Session, row: DocumentRow): Promise<readonly string[]> {
  const { blobs, conversion } = repository.ports;
  const texts: string[] = [];
  for (const { blob } of blobsOf(types, row)) {
    const mimeType = blob['mime-type'] ?? '';
    if (!conversion.holdsText(mimeType)) continue;
    if (blob.length > smallFileBytes || conversion.shortText(mimeType, new Uint8Array()) === undefined)
      return [];
    const content = await blobs.open(blob.data);
    const bytes = content && new Uint8Array(await new Response(content.stream()).arrayBuffer());
    const text = bytes && conversion.shortText(mimeType, bytes);
    if (text === undefined) return [];
    if (text !== '') texts.push(withoutRuns(text));
  }
  return texts;
}

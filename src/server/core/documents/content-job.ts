/**
 * The job after a document's files changed: text for the search index, metadata for the forms, a thumbnail for lists, and
 * the scenes of a film.
 * Invariant: no transaction is open while bytes are read or converted; results for a document that has changed meanwhile are
 * dropped. A job that makes no picture is completed in the transaction that stores its results.
 */
import { fromBlobValue } from '../files/blobs.ts';
import { makePicture } from '../files/renditions.ts';
import { withoutRuns } from '../files/short-texts.ts';
import type { JobHandler } from '../kernel/jobs.ts';
import type { BlobValue, DocumentRow, Properties } from '../kernel/model.ts';
import type { ConversionSource } from '../kernel/ports.ts';
import { readStores } from '../kernel/read-stores.ts';
import type { Repository } from '../kernel/repository.ts';
import { inSession, systemPrincipals } from '../kernel/session.ts';
import { contentJobKind, holdsFacts } from './document-content.ts';
import { updateDocument } from './document-update.ts';
import { blobsOf } from './properties.ts';
import { keepScenes, makeScenes } from './storyboard.ts';

const maxCharacters = 2_000_000;

export const contentJob: JobHandler = {
  kind: contentJobKind,
  readsFiles: true,
  async run(repository, { id: job, worker, payload, owner }) {
    const person = owner ?? undefined;
    const id = String(payload.document);
    const repositoryName = String(payload.repository);
    const row = await readStores(repository, ({ documents }) => documents.get(id));
    if (!row) return null;
    const blobs = blobsOf(repository.types, row).map(({ blob }) => blob);
    const text = repository.withoutFulltext.has(repositoryName)
      ? ''
      : await textOf(repository, blobs, person);
    const [main] = blobs;
    const facts = main ? await factsOf(repository, row, main, person) : {};
    const caller = { principals: systemPrincipals, repositoryName };
    const isPictured =
      main !== undefined && repository.ports.conversion.picturesAhead(main['mime-type'] ?? '');
    await inSession(repository, caller, async (session) => {
      const { documents, jobs } = await session.write();
      const [isHeld, current, words] = await Promise.all([
        jobs.report(job, isPictured ? {} : { state: 'completed', result: null }, worker ?? undefined),
        documents.getForUpdate(id),
        documents.getText(id),
      ]);
      if (!isHeld || !current || keys(repository, current) !== keys(repository, row)) return;
      // Also when no text was found: the words of a file that is gone must not find the document.
      if (words && words.blobText !== text) await documents.setText(id, { ...words, blobText: text });
      if (Object.keys(facts).length > 0)
        await updateDocument(session, current, { properties: facts, silent: true, isDerived: true });
    });
    if (!isPictured) return undefined;
    await inSession(repository, caller, (session) => makePicture(session, row, person));
    if (repository.types.hasFacet(row, 'HasStoryboard')) {
      const made = await fromSource(repository, main, person, (source) =>
        makeScenes(repository, source, facts),
      );
      await inSession(repository, caller, async (session) => {
        const { documents, jobs } = await session.write();
        const isHeld = await jobs.report(job, {}, worker ?? undefined);
        const current = await documents.getForUpdate(id);
        if (made === undefined || !isHeld || !current) return;
        if (keys(repository, current) === keys(repository, row)) await keepScenes(session, current, made);
      });
    }
    return null;
  },
};

function keys(repository: Repository, row: DocumentRow): string {
  return blobsOf(repository.types, row)
    .map(({ blob }) => blob.data)
    .join(' ');
}

type Person = ConversionSource['person'];

async function textOf(repository: Repository, blobs: readonly BlobValue[], person: Person): Promise<string> {
  const texts: string[] = [];
  for (const blob of blobs) {
    const text = await fromSource(repository, blob, person, (source) =>
      repository.ports.conversion.text(source, maxCharacters),
    );
    if (text !== undefined) texts.push(withoutRuns(text));
  }
  return texts.join(' ');
}

/** Only metadata that the document's schemas have properties for. */
async function factsOf(
  repository: Repository,
  row: DocumentRow,
  main: BlobValue,
  person: Person,
): Promise<Properties> {
  const schemas = new Set(repository.types.schemasOf(row));
  if (!holdsFacts(repository.types, row)) return {};
  const facts =
    (await fromSource(repository, main, person, (source) => repository.ports.conversion.metadata(source))) ??
    {};
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => {
      const found = repository.types.topField(name);
      return value !== undefined && found && schemas.has(found.schema) ? [[name, value]] : [];
    }),
  );
}

/** When a file cannot be read, only its name can be searched; the log says why. */
async function fromSource<T>(
  repository: Repository,
  blob: BlobValue,
  person: Person,
  use: (source: ConversionSource) => Promise<T>,
): Promise<T | undefined> {
  const stored = fromBlobValue(blob);
  const content = await repository.ports.blobs.open(stored.key);
  if (!content) return undefined;
  try {
    const mimeType = stored.mimeType ?? 'application/octet-stream';
    return await use({ content, name: stored.name, mimeType, person });
  } catch (error) {
    repository.ports.log.warn('A file could not be read', {
      blob: stored.key,
      reason: error instanceof Error ? error.message : String(error),
    });
    return undefined;
  }
}

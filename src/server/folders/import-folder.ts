/**
 * Imports a folder of files: names, dates and structure, and the facts of a side file.
 * Invariant: documents that exist under the same name stay as they are, so that the same command continues an interrupted
 * import; everything left out is reported with the reason. Others may change the folder meanwhile: nothing outside it is
 * read, whatever links they make.
 */
import { createHash } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { addAces } from '#server/core/access/access-changes.ts';
import { createDocuments, getDocument, type NewDocument } from '#server/core/documents/documents.ts';
import { lastingName } from '#server/core/documents/names.ts';
import { blobAt, readProperties } from '#server/core/documents/properties.ts';
import { toBlobValue } from '#server/core/files/blobs.ts';
import { rememberText } from '#server/core/files/short-texts.ts';
import { bytesToKeep } from '#server/core/files/upload-bytes.ts';
import type { BlobValue, DocumentRow, Properties } from '#server/core/kernel/model.ts';
import type { Repository } from '#server/core/kernel/repository.ts';
import { inSession, type Session, systemPrincipals } from '#server/core/kernel/session.ts';
import type { JsonObject } from '#wire/json.ts';
import { readAttached } from './attached-files.ts';
import { bytesOf, openPlainFile } from './plain-file.ts';
import type { Facts } from './side-file.ts';
import { workThrough } from './work-through.ts';

/** Documents stored in one transaction, with statements sent together. */
const portion = 500;
/** While the portion of one folder is stored, files of others are read; their syncs are shared. */
const foldersAtOnce = 4;
/** Read at a time in one folder. */
const filesAtOnce = 16;

export interface LeftOut {
  readonly path: string;
  readonly why: string;
}

export interface ImportReport {
  readonly made: number;
  /** Existed already, with the same bytes. */
  readonly present: number;
  readonly leftOut: readonly LeftOut[];
}

export interface ImportRequest {
  readonly folder: string;
  /** The path of the document that everything is imported into. */
  readonly into: string;
  readonly facts: ReadonlyMap<string, Facts>;
  /** Relative paths of files that are not part of the content. */
  readonly without?: ReadonlySet<string>;
  readonly onProgress?: (documents: number) => void;
}

/** An entry on disk that can become a document. */
interface Found {
  /** In composed Unicode form, as in the side file. */
  readonly path: string;
  /** The path in the disk's Unicode form. */
  readonly spelt: string;
  readonly name: string;
  readonly isFolder: boolean;
}

/** A folder whose document exists. */
interface OpenFolder extends Pick<Found, 'path' | 'spelt'> {
  readonly document: DocumentRow;
}

/** An entry on disk, ready to become a document. */
interface Candidate {
  readonly path: string;
  readonly spelt: string;
  readonly name: string;
  readonly type: string;
  readonly properties: Properties;
  readonly facts: Facts | undefined;
  /** Stored files that the facts refer to, other than the main file. */
  readonly attached: ReadonlyMap<JsonObject, BlobValue>;
}

export async function importFolder(repository: Repository, request: ImportRequest): Promise<ImportReport> {
  const folder = await realpath(request.folder);
  const run = new ImportRun(repository, { ...request, folder });
  await run.all();
  return { made: run.made, present: run.present, leftOut: run.leftOut };
}

class ImportRun {
  made = 0;
  present = 0;
  readonly leftOut: LeftOut[] = [];
  readonly #repository: Repository;
  readonly #request: ImportRequest;
  readonly #seen = new Set<string>();
  /** Facts of paths with backslashes, by the path with slashes: they separate folders on Windows, or are part of a name. */
  readonly #bySlashes: ReadonlyMap<string, Facts>;

  constructor(repository: Repository, request: ImportRequest) {
    this.#repository = repository;
    this.#request = request;
    this.#bySlashes = new Map(
      [...request.facts].flatMap(([path, facts]) =>
        path.includes('\\') ? [[withSlashes(path), facts] as const] : [],
      ),
    );
  }

  async all(): Promise<void> {
    const into = await this.#inSession((session) => getDocument(session, { path: this.#request.into }));
    await workThrough({ path: '', spelt: '', document: into }, foldersAtOnce, (one) => this.#folder(one));
    const withAllInIt = new Set(this.leftOut.map(({ path }) => path));
    for (const path of this.#request.facts.keys()) {
      if ([path, withSlashes(path)].some((one) => this.#seen.has(one) || liesIn(one, withAllInIt))) continue;
      this.leftOut.push({ path, why: 'only the side file has it' });
    }
  }

  /** Returns its subfolders, to be imported next. */
  async #folder(folder: OpenFolder): Promise<readonly OpenFolder[]> {
    const entries = await this.#entriesOf(folder);
    const inside: OpenFolder[] = [];
    for (let first = 0; first < entries.length; first += portion)
      inside.push(...(await this.#portion(folder.document, entries.slice(first, first + portion))));
    return inside;
  }

  async #entriesOf({ path, spelt }: Pick<Found, 'path' | 'spelt'>): Promise<readonly Found[]> {
    const folder = join(this.#request.folder, spelt);
    // An unreadable top folder is the caller's mistake; other folders that disappear are left out.
    if (spelt === '') return this.#distinct('', '', await readdir(folder, { withFileTypes: true }));
    try {
      if ((await realpath(folder)) !== folder) throw new Error('a link has taken its place');
      return this.#distinct(path, spelt, await readdir(folder, { withFileTypes: true }));
    } catch (error) {
      return this.#leave(path, wordsOf(error));
    }
  }

  /** The entries that can become documents, sorted by name. */
  #distinct(folder: string, spelt: string, entries: readonly Dirent[]): readonly Found[] {
    const names = new Set<string>();
    return entries
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
      .flatMap((entry) => {
        const path = (folder === '' ? entry.name : `${folder}/${entry.name}`).normalize('NFC');
        const name = lastingName(entry.name);
        if (this.#request.without?.has(path)) return [];
        this.#seen.add(path);
        if (!entry.isFile() && !entry.isDirectory()) return this.#leave(path, 'neither a file nor a folder');
        if (names.has(name)) return this.#leave(path, `another one here is called ${name} as well`);
        names.add(name);
        return [{ path, spelt: join(spelt, entry.name), name, isFolder: entry.isDirectory() }];
      });
  }

  #factsOf(path: string): Facts | undefined {
    return this.#request.facts.get(path) ?? this.#bySlashes.get(path);
  }

  #leave(path: string, why: string): never[] {
    this.leftOut.push({ path, why });
    return [];
  }

  async #portion(parent: DocumentRow, entries: readonly Found[]): Promise<readonly OpenFolder[]> {
    const known = await this.#inSession((session) => knownOf(session, parent, entries));
    const folders: OpenFolder[] = [];
    const fresh: Candidate[] = [];
    const queue = entries.map((entry) => ({ ...entry, before: known.get(entry.name) }));
    await Promise.all(
      Array.from({ length: filesAtOnce }, async () => {
        for (let entry = queue.shift(); entry !== undefined; entry = queue.shift()) {
          const { path, spelt, isFolder, before } = entry;
          try {
            if (before === undefined) fresh.push(await this.#candidate(entry));
            else if (!isFolder) await this.#compare(entry, before);
            else folders.push({ path, spelt, document: before });
          } catch (error) {
            this.#leave(path, wordsOf(error));
          }
        }
      }),
    );
    // Documents are stored only when their bytes are synced.
    await this.#repository.ports.blobs.settle();
    for (const { candidate, document } of await this.#store(parent, fresh)) {
      if (this.#repository.types.hasFacet(document, 'Folderish'))
        folders.push({ path: candidate.path, spelt: candidate.spelt, document });
    }
    this.#request.onProgress?.(entries.length);
    return folders;
  }

  /** Stores all at once; when one is refused, each separately. */
  async #store(parent: DocumentRow, candidates: readonly Candidate[]) {
    try {
      return await this.#storeTogether(parent, candidates);
    } catch {
      const stored: { readonly candidate: Candidate; readonly document: DocumentRow }[] = [];
      for (const candidate of candidates) {
        try {
          stored.push(...(await this.#storeTogether(parent, [candidate])));
        } catch (error) {
          const below = candidate.properties['file:content'] === undefined ? '; so is all that is in it' : '';
          this.#leave(candidate.path, `${wordsOf(error)}${below}`);
        }
      }
      return stored;
    }
  }

  async #storeTogether(parent: DocumentRow, candidates: readonly Candidate[]) {
    if (candidates.length === 0) return [];
    const stored = await this.#inSession((session) => makeAll(session, parent, candidates));
    this.made += stored.length;
    return stored;
  }

  async #candidate({ path, spelt, name, isFolder }: Found): Promise<Candidate> {
    const diskName = basename(path);
    const facts = this.#factsOf(path);
    const { blobs, conversion } = this.#repository.ports;
    const attached = await readAttached(blobs, this.#request.folder, facts?.properties ?? {});
    await using file = await openPlainFile(join(this.#request.folder, spelt), isFolder);
    const { birthtime, mtime, size } = file.found;
    const dates = {
      'dc:created': new Date(Math.min(birthtime.getTime(), mtime.getTime())).toISOString(),
      'dc:modified': mtime.toISOString(),
    };
    const title = { 'dc:title': diskName };
    const common = { path, spelt, name, facts, attached };
    if (isFolder) return { ...common, type: facts?.type ?? 'Folder', properties: { ...title, ...dates } };
    const head = bytesToKeep(size);
    const stored = await blobs.write(head.of(bytesOf(file.handle, size)), { settlesLater: true });
    if (facts?.digest !== undefined && facts.digest !== stored.digest)
      throw new Error(`its digest is ${stored.digest}, the side file says ${facts.digest}`);
    const mimeType = conversion.detectMimeType(diskName, new Uint8Array());
    if (head.bytes.byteLength === stored.length)
      rememberText(this.#repository, { key: stored.key, mimeType }, head.bytes);
    const content = toBlobValue({ ...stored, name: diskName, mimeType, encoding: null });
    return {
      ...common,
      type: facts?.type ?? typeOf(mimeType),
      properties: { ...title, ...dates, 'file:content': content },
    };
  }

  async #compare({ path, spelt }: Found, before: DocumentRow): Promise<void> {
    const digest = blobAt(before, 'file:content')?.digest;
    const hash = createHash('md5');
    await using file = await openPlainFile(join(this.#request.folder, spelt), false);
    for await (const chunk of bytesOf(file.handle, file.found.size)) hash.update(chunk);
    if (hash.digest('hex') === digest) this.present += 1;
    else this.#leave(path, 'a document of that name is there, with other content');
  }

  #inSession<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return inSession(this.#repository, { principals: systemPrincipals }, work);
  }
}

/** Existing documents by name. */
async function knownOf(
  { read: { documents } }: Session,
  parent: DocumentRow,
  entries: readonly Found[],
): Promise<ReadonlyMap<string, DocumentRow>> {
  const known = new Map<string, DocumentRow>();
  const names = entries.map(({ name }) => name);
  for (const name of await documents.takenNames(parent.id, names)) {
    const document = await documents.child(parent.id, name);
    if (document) known.set(name, document);
  }
  return known;
}

async function makeAll(session: Session, parent: DocumentRow, candidates: readonly Candidate[]) {
  const inputs: NewDocument[] = [];
  for (const { type, name, properties, facts, attached } of candidates) {
    const stated =
      facts &&
      (await readProperties(session, { type, facets: [] }, facts.properties, async (input) =>
        attached.get(input),
      ));
    inputs.push({ type, name, keepsName: true, properties: { ...properties, ...stated } });
  }
  const made = await createDocuments(session, parent, inputs);
  const stored: { readonly candidate: Candidate; readonly document: DocumentRow }[] = [];
  for (const [index, candidate] of candidates.entries()) {
    const document = made[index];
    if (document) stored.push({ candidate, document: await withRights(session, document, candidate) });
  }
  return stored;
}

async function withRights(
  session: Session,
  document: DocumentRow,
  { facts }: Candidate,
): Promise<DocumentRow> {
  if (!facts || facts.rights.length === 0) return document;
  const aces = facts.rights.map((right) => ({ ...right, creator: session.username }));
  return addAces(session, document, { acl: 'local', aces });
}

function withSlashes(path: string): string {
  return path.replaceAll('\\', '/').replace(/^\.?\//, '');
}

function liesIn(path: string, folders: ReadonlySet<string>): boolean {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
    if (folders.has(path.slice(0, end))) return true;
  return false;
}

function typeOf(mimeType: string): string {
  const [family] = mimeType.split('/');
  if (family === 'image') return 'Picture';
  if (family === 'audio') return 'Audio';
  return family === 'video' ? 'Video' : 'File';
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

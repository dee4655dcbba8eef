/**
 * A place for backups: a folder or a bucket, encrypted when there is a key. Each backup is a database with a list of its
 * files; the files of all backups are stored beside, each once.
 * Invariants: only complete backups are listed; with a key, nothing stored can be read without it, and a backup made without
 * the key or under another name is refused.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Digests, isKey } from '#server/adapters/blobs/digests.ts';
import { openDiskObjects } from '#server/adapters/blobs/disk-objects.ts';
import type { Objects, StoredObject } from '#server/adapters/blobs/objects.ts';
import { stage } from '#server/adapters/blobs/staging.ts';
import { newestSchema, schemaVersion } from '#server/adapters/sql/migrations.ts';
import { connectSqlite, openSqlite } from '#server/adapters/sql/sqlite/sqlite.ts';
import { TableRows } from '#server/adapters/sql/stores/table-rows.ts';
import type { Bytes } from '#server/core/kernel/ports.ts';
import { bucketAt, databaseFile, makeFolder } from '#server/open-storage.ts';
import { OptionsError } from '#server/options-error.ts';
import { s3Address } from '#server/setting-values.ts';
import { withoutTitle, withTitle } from './backup-title.ts';
import { DamagedError, decryptedSize, Encryption, WrongKeyError } from './encryption.ts';
import type { Files, PlaceName } from './places.ts';

export interface BackupPlaceName {
  /** A folder or s3://… */
  readonly at: string;
  readonly key?: Uint8Array | undefined;
}

const wholeName = /^(?<name>\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z)\/(?<file>muniment\.db(\.encrypted)?)$/;
/** The first character of every backup's name, and of no other name. */
const century = '2';
const filesPrefix = 'blobs/';

export class BackupPlace {
  readonly objects: Objects;
  readonly words: string;
  readonly #encryption: Encryption | undefined;
  readonly #workFolder: string;

  private constructor(objects: Objects, name: BackupPlaceName, workFolder: string) {
    this.objects = objects;
    this.words = name.at;
    this.#encryption = name.key && new Encryption(name.key);
    this.#workFolder = workFolder;
  }

  /** Temporary files are in a folder that is removed when the place is closed. */
  static async open(name: BackupPlaceName): Promise<BackupPlace> {
    const workFolder = await mkdtemp(join(tmpdir(), 'muniment-backup-'));
    return new BackupPlace(await openObjects(name.at, workFolder), name, workFolder);
  }

  async close(): Promise<void> {
    await rm(this.#workFolder, { recursive: true, force: true });
  }

  /** An empty folder for a database. */
  makeWorkFolder(): Promise<string> {
    return mkdtemp(join(this.#workFolder, 'database-'));
  }

  /** Names of backups, oldest first. */
  async list(): Promise<readonly string[]> {
    const names = new Set<string>();
    for await (const object of this.objects.list(century)) {
      const name = wholeName.exec(object.name)?.groups?.name;
      if (name !== undefined) names.add(name);
    }
    return [...names].sort();
  }

  /** @param folder the folder with the database */
  async publish(backup: string, folder: string, files: Iterable<string>): Promise<void> {
    await this.#write(listName(backup), lines(files));
    const database: Bytes = createReadStream(databaseFile(folder));
    if (this.#encryption === undefined) await this.#write(`${backup}/muniment.db`, database);
    else {
      const bytes = this.#encryption.encrypted(withTitle(backup, database));
      await this.#write(`${backup}/muniment.db.encrypted`, bytes);
    }
  }

  /** Removes the database first: without it the rest is no backup any more. */
  async remove(backup: string): Promise<void> {
    const names: string[] = [];
    for await (const { name } of this.objects.list(`${backup}/`)) names.push(name);
    names.sort((one, other) => Number(wholeName.test(other)) - Number(wholeName.test(one)));
    for (const name of names) await this.objects.remove(name);
  }

  /** Undefined for a backup of an earlier release, which lists its files only in the database. */
  async filesOf(backup: string): Promise<readonly string[] | undefined> {
    const object = await this.objects.head(listName(backup));
    if (object === undefined) return undefined;
    const text = await new Response(this.objects.content(object).stream()).text();
    return text.split('\n').filter((line) => line !== '');
  }

  /**
   * Opens a backup for reading; an encrypted or remote database is copied here first. A backup of an earlier release is read
   * from a copy that is migrated.
   * @param warn called for parts that are accepted although they cannot be verified
   */
  async sourceOf(backup: string, warn: (words: string) => void): Promise<PlaceName> {
    const files = { files: this.words, store: this.files() };
    const encrypted = await this.objects.head(`${backup}/muniment.db.encrypted`);
    if (this.#encryption !== undefined && encrypted === undefined)
      throw new OptionsError(
        `The backup ${backup} is not encrypted: anybody who may write there could have made it. Leave the key out to take it`,
      );
    const plain =
      this.#encryption === undefined ? await this.objects.head(`${backup}/muniment.db`) : undefined;
    const localPath = plain && this.objects.content(plain).localPath;
    if (localPath !== undefined && !(await isOfEarlierRelease(localPath)))
      return { database: dirname(localPath), ...files };
    const folder = await this.makeWorkFolder();
    const source = plain ? this.objects.content(plain).stream() : this.#decrypted(backup, encrypted, warn);
    const database = databaseFile(folder);
    await pipeline(source, createWriteStream(database, { mode: 0o600 }));
    if (await isOfEarlierRelease(database)) await bringUpToDate(database);
    return { database: folder, ...files };
  }

  /** @param known sizes of stored files by name; looked up one by one when absent */
  files(known?: Map<string, number>, used?: Set<string>): Files {
    const encryption = this.#encryption;
    return {
      open: async (key) => {
        if (!isKey(key)) return undefined;
        const name = this.#fileName(key);
        const size = known ? known.get(name) : (await this.objects.head(name))?.size;
        if (size === undefined) return undefined;
        used?.add(name);
        const content = this.objects.content({ name, size, modified: new Date(0) });
        return encryption === undefined
          ? content
          : {
              size: decryptedSize(size),
              stream: () => ReadableStream.from(encryption.decrypted(content.stream())),
            };
      },
      write: async (source, { signal }) => {
        const digests = new Digests();
        const bytes = digested(source, digests);
        const staged = await stage(
          this.objects.staging,
          encryption === undefined ? bytes : encryption.encrypted(bytes),
          { signal },
        );
        const { key } = digests.finish();
        const name = this.#fileName(key);
        await this.objects.put(name, staged.path);
        known?.set(name, staged.length);
        used?.add(name);
        return { key };
      },
    };
  }

  async knownFiles(): Promise<Map<string, number>> {
    const known = new Map<string, number>();
    for await (const { name, size } of this.objects.list(filesPrefix)) known.set(name, size);
    return known;
  }

  async #write(name: string, source: Bytes): Promise<void> {
    const { path } = await stage(this.objects.staging, source);
    await this.objects.put(name, path);
  }

  #fileName(key: string): string {
    const name = this.#encryption?.nameOf(key) ?? key;
    return `${filesPrefix}${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`;
  }

  async *#decrypted(backup: string, object: StoredObject | undefined, warn: (words: string) => void): Bytes {
    if (object === undefined) return;
    if (this.#encryption === undefined)
      throw new OptionsError(`The backup is encrypted: name its key with --key-file`);
    try {
      const database = this.#encryption.decrypted(this.objects.content(object).stream());
      yield* withoutTitle(backup, database, () =>
        warn(
          `The backup ${backup} was made by an earlier version, which did not seal its name: it may be an older one that was renamed`,
        ),
      );
    } catch (error) {
      if (error instanceof WrongKeyError) throw new OptionsError('The backup was encrypted with another key');
      if (error instanceof DamagedError)
        throw new OptionsError(`The backup’s database is damaged: ${error.message}`);
      throw error;
    }
  }
}

/** False also when there is no database: opening it later reports that. */
async function isOfEarlierRelease(database: string): Promise<boolean> {
  const connection = await connectSqlite(database, false);
  try {
    const rows = new TableRows(connection);
    if ((await rows.columns('schema_version')).length === 0) return false;
    const version = await schemaVersion(rows.database);
    return version > 0 && version < newestSchema;
  } catch {
    return false;
  } finally {
    await connection.close();
  }
}

async function bringUpToDate(database: string): Promise<void> {
  const store = await openSqlite({ file: database });
  await store.close();
}

async function openObjects(at: string, workFolder: string): Promise<Objects> {
  if (at.includes('://')) {
    const address = s3Address('A place of backups', at);
    if (address === undefined) throw new OptionsError('A place of backups is a folder or s3://…');
    const { openS3Objects } = await import('#server/adapters/blobs/s3-objects.ts');
    const { prefix = '', ...bucket } = bucketAt(address);
    const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
    return openS3Objects({ ...bucket, prefix: folder, staging: join(workFolder, 'staging') });
  }
  try {
    await makeFolder(resolve(at));
    return await openDiskObjects({ folder: at });
  } catch (error) {
    if (error instanceof OptionsError) throw error;
    throw new OptionsError(`${at} cannot be used: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function listName(backup: string): string {
  return `${backup}/files`;
}

async function* lines(texts: Iterable<string>): Bytes {
  for (const text of texts) yield Buffer.from(`${text}\n`);
}

async function* digested(source: Bytes, digests: Digests): Bytes {
  for await (const bytes of source) {
    digests.update(bytes);
    yield bytes;
  }
}

/**
 * Reading and changing directory entries.
 * Invariant: only administrators learn anything about directories reserved for them.
 */
import type { DirectoryEntity } from '#wire/directory.ts';
import type { Json, JsonObject } from '#wire/json.ts';
import { errors, RepositoryError } from '../kernel/errors.ts';
import type { Session } from '../kernel/session.ts';
import { type Entry, peopleDirectory, type Stores } from '../kernel/stores.ts';
import { maySeeEmail } from '../people/email-visibility.ts';
import { type Paged, type PageRequest, pageBlock, spanOf } from '../search/page.ts';
import { withSecretsEncrypted } from '../secrets/stored-secrets.ts';
import { readableTokens } from '../signin/readable-tokens.ts';
import { tokenDirectory } from '../signin/token-directory.ts';
import { coerceColumns, defaultColumns, presentColumns } from './column-values.ts';
import type { DirectoryDefinition } from './registry.ts';

export interface DirectoryEntry {
  readonly directory: DirectoryDefinition;
  readonly id: string;
  /** All columns; unset ones are null. */
  readonly properties: JsonObject;
}

/** The directories that people may see, in the order of their names; `types` narrows. */
export function listDirectories(session: Session, types: readonly string[] = []): readonly DirectoryEntity[] {
  return session.repository.directories
    .all()
    .filter((directory) => !directory.isSystem)
    .filter((directory) => types.length === 0 || directory.types.some((type) => types.includes(type)))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
    .map(({ name, schema, idField, parent }) => ({
      'entity-type': 'directory',
      name,
      schema,
      idField,
      parent,
    }));
}

export function directoryNamed(session: Session, name: string): DirectoryDefinition {
  const directory = session.repository.directories.get(name);
  if (!directory) throw errors.notFound(`Directory ${name} was not found`);
  return directory;
}

export async function listEntries(
  session: Session,
  directoryName: string,
  request: PageRequest = { pageSize: 0, currentPageIndex: 0 },
): Promise<Paged<DirectoryEntry>> {
  const directory = directoryNamed(session, directoryName);
  // Vocabularies have no limit: page size 0 returns all entries.
  const maxPageSize = directory.isPeople
    ? 50
    : request.pageSize <= 0
      ? Number.MAX_SAFE_INTEGER
      : session.repository.settings.maxPageSize;
  const { limit, offset } = spanOf(request, maxPageSize);
  const found = mayRead(session, directory)
    ? await session.read.entries.list(directory.name, { offset, limit })
    : { items: [], total: 0 };
  return {
    entries: found.items.map((entry) => presentTo(session, directory, entry)),
    page: pageBlock(request, {
      total: found.total,
      count: found.items.length,
      maxPageSize: session.repository.settings.maxPageSize,
    }),
  };
}

/** Undefined when it does not exist or the caller may not see it. */
export async function findEntry(
  session: Session,
  directoryName: string,
  id: string,
): Promise<DirectoryEntry | undefined> {
  const directory = directoryNamed(session, directoryName);
  if (!mayRead(session, directory)) return undefined;
  const entry = await session.read.entries.get(directory.name, id);
  return entry && presentTo(session, directory, entry);
}

export async function getEntry(session: Session, directoryName: string, id: string): Promise<DirectoryEntry> {
  const entry = await findEntry(session, directoryName, id);
  if (!entry) throw errors.notFound('Entry not found');
  return entry;
}

export async function createEntry(
  session: Session,
  directoryName: string,
  properties: JsonObject,
  givenId?: string,
): Promise<DirectoryEntry> {
  const directory = directoryNamed(session, directoryName);
  requireEditor(session, directory);
  const entry = await insertEntry(session, directory, properties, givenId);
  return presentTo(session, directory, entry);
}

/** Changes only the given columns. The id is the top-level one, else the one among the properties. */
export async function updateEntry(
  session: Session,
  directoryName: string,
  givenId: string | undefined,
  properties: JsonObject,
): Promise<DirectoryEntry> {
  const directory = directoryNamed(session, directoryName);
  requireEditor(session, directory);
  const id = givenId ?? idAmong(directory, properties);
  const { entries } = await session.write();
  const entry = id === undefined ? undefined : await entries.getForUpdate(directory.name, id);
  if (!entry) throw errors.notFound('Entry not found');
  const { [directory.idField]: _id, ...given } = coerceColumns(directory, properties);
  const shown = presentTo(session, directory, entry).properties;
  // A value sent back as it was shown is not a change: the stored value may be a digest of it.
  const changes = Object.fromEntries(Object.entries(given).filter(([name, value]) => value !== shown[name]));
  const changed = { id: entry.id, fields: { ...entry.fields, ...changes } };
  const fields = await withSecretsEncrypted(session, directory.name, changed, changes);
  await entries.update(directory.name, entry.id, fields);
  return presentTo(session, directory, { id: entry.id, fields });
}

export async function deleteEntry(session: Session, directoryName: string, id: string): Promise<void> {
  const directory = directoryNamed(session, directoryName);
  requireEditor(session, directory);
  const { entries } = await session.write();
  if (!(await entries.getForUpdate(directory.name, id))) throw errors.notFound('Entry not found');
  for (const child of session.repository.directories.childrenOf(directory.name)) {
    const referring = await entries.list(child.name, { filter: { equals: { parent: id } }, limit: 1 });
    if (referring.items.length > 0) {
      throw new RepositoryError('conflict', 'This entry is referenced in another vocabulary.');
    }
  }
  await entries.remove(directory.name, id);
}

/** Writes the first content of each directory that has never had any. */
export async function seedDirectories(session: Session): Promise<void> {
  const { entries } = await session.write();
  for (const directory of session.repository.directories.all()) {
    if (!(await entries.insert(seedMarks, { id: directory.name, fields: {} }))) continue;
    for (const row of directory.rows) await insertEntry(session, directory, row);
  }
}
const seedMarks = 'seededDirectories';

async function insertEntry(
  session: Session,
  directory: DirectoryDefinition,
  properties: JsonObject,
  givenId?: string,
): Promise<Entry> {
  const { entries } = await session.write();
  const wanted = givenId ?? idAmong(directory, properties);
  const id = wanted ?? (directory.numbered ? String(await entries.nextId(directory.name)) : undefined);
  if (id === undefined) throw errors.badRequest(`An entry of directory ${directory.name} needs an id`);
  const fields = {
    ...defaultColumns(directory),
    ...coerceColumns(directory, { ...properties, [directory.idField]: id }),
  };
  const entry = { id, fields: await withSecretsEncrypted(session, directory.name, { id, fields }, fields) };
  if (!(await entries.insert(directory.name, entry))) {
    throw new RepositoryError(
      'conflict',
      `Entry with id ${id} already exists in directory ${directory.name}`,
    );
  }
  return entry;
}

function mayRead(session: Session, directory: DirectoryDefinition): boolean {
  return !directory.adminOnly || session.principals.isAdministrator;
}

/** @throws 403 without the right, 400 for directories that other rules change */
export function requireEditor(session: Session, directory: DirectoryDefinition): void {
  const { isAdministrator, groups } = session.principals;
  if (!isAdministrator && !groups.includes('powerusers')) {
    throw errors.forbidden('Not allowed to edit directory');
  }
  if (directory.isPeople) {
    throw errors.badRequest('Not allowed to edit user/group directories, please use user/group endpoints');
  }
  if (directory.adminOnly && !isAdministrator) {
    throw errors.missingPrivilege('Write', session.username);
  }
}

/** The id in the properties, as a text: numbers in decimal. */
function idAmong(directory: DirectoryDefinition, properties: JsonObject): string | undefined {
  const id: Json | undefined = properties[directory.idField];
  if (typeof id === 'number') return String(id);
  return typeof id === 'string' && id !== '' ? id : undefined;
}

function presentTo(session: Session, directory: DirectoryDefinition, entry: Entry): DirectoryEntry {
  const shown = present(directory, entry);
  if (directory.name === tokenDirectory) {
    const tokens = readableTokens(session.repository, tokenDirectory, entry);
    return { ...shown, properties: { ...shown.properties, ...tokens } };
  }
  if (directory.name !== peopleDirectory || maySeeEmail(session, entry.id)) return shown;
  return { ...shown, properties: { ...shown.properties, email: null } };
}

function present(directory: DirectoryDefinition, entry: Entry): DirectoryEntry {
  return { directory, id: entry.id, properties: presentColumns(directory, entry.fields) };
}

/**
 * Whether the vocabulary has this value, for constraints of properties; the caller's rights do not matter.
 * A hierarchical value is a path of ids, each the parent of the next; a single id is allowed too.
 */
export async function isEntryValue(
  stores: Stores,
  resolver: { readonly directory: string; readonly hierarchical: boolean },
  value: string,
): Promise<boolean> {
  const ids = resolver.hierarchical ? value.split('/') : [value];
  let parent: string | undefined;
  for (const id of ids) {
    const entry = await stores.entries.get(resolver.directory, id);
    if (!entry || (parent !== undefined && entry.fields.parent !== parent)) return false;
    parent = id;
  }
  return true;
}

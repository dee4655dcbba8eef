/** Directory entries, translated and with their parents on request. */
import type { DirectoryEntry } from '#server/core/directories/entries.ts';
import { findEntry } from '#server/core/directories/entries.ts';
import type { DirectoryEntryEntity } from '#wire/directory.ts';
import type { Json } from '#wire/json.ts';
import type { Call } from '../application.ts';

/** Most levels of parents; real vocabularies have fewer. */
const maxLevels = 10;

export async function presentEntry(
  call: Call,
  entry: DirectoryEntry,
  level = 1,
): Promise<DirectoryEntryEntity> {
  const { options, session } = call;
  const properties: Record<string, Json | undefined> = { ...entry.properties };
  for (const { name, type } of entry.directory.columns) {
    const value = properties[name];
    // A text is a number that a double cannot hold exactly.
    if (type === 'long' && typeof value === 'string') properties[name] = JSON.rawJSON(value);
  }
  if (options.translate('directoryEntry').has('label') && typeof properties.label === 'string') {
    properties.label = session.repository.directories.translate(properties.label, options.locale);
  }
  const parent = properties.parent;
  if (
    options.fetch('directoryEntry').has('parent') &&
    typeof parent === 'string' &&
    entry.directory.parent !== null &&
    level < maxLevels
  ) {
    const found = await findEntry(session, entry.directory.parent, parent);
    if (found) properties.parent = { ...(await presentEntry(call, found, level + 1)) };
  }
  return { 'entity-type': 'directoryEntry', directoryName: entry.directory.name, id: entry.id, properties };
}

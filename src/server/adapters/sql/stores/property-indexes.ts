/** Makes an index for each property that the configuration declares `indexed`, and drops all others. */
import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { DocumentStore, QueryProperty } from '#server/core/kernel/document-store.ts';
import type { StoreContext } from '../context.ts';
import { digestOfFile } from '../nxql/facts-of-file.ts';
import { indexedValue } from '../nxql/nxql-fields.ts';

const prefix = 'documents_by_property_';

/** PostgreSQL allows 63 characters; the digest distinguishes names that are equal in the readable part. */
function indexName({ segments, type }: QueryProperty): string {
  const path = segments.join('/');
  const digest = createHash('sha256').update(`${path} ${type}`).digest('hex').slice(0, 8);
  return `${prefix}${path.replaceAll(/\W/g, '_').slice(0, 30)}_${digest}`.toLowerCase();
}

export function propertyIndexes({ database, engine }: StoreContext): Pick<DocumentStore, 'indexProperties'> {
  const { statistics } = engine.tables;

  /**
   * Gathers statistics for partial indexes: PostgreSQL has none for these, and assumes that `=` finds half a percent of all
   * documents and `>` a third.
   */
  const estimate = async (wanted: ReadonlyMap<string, QueryProperty>): Promise<void> => {
    if (statistics === undefined) return;
    const values = new Map<string, RawBuilder<unknown>>([['documents_by_digest', digestOfFile('', engine)]]);
    for (const [name, property] of wanted) values.set(name, indexedValue(property, engine));
    const { rows } = await statistics.names.execute(database);
    const present = new Set(rows.map(({ name }) => name));
    const missing = [...values].filter(([name]) => !present.has(name));
    for (const [name, value] of missing) await statistics.create(name, 'documents', value).execute(database);
    if (missing.length > 0) await statistics.gather('documents').execute(database);
  };

  return {
    async indexProperties(properties) {
      if (engine.lock.named !== undefined) {
        // Of several servers that start together one makes the indexes, which may take longer than a call's limit.
        await sql`select ${engine.lock.named.alone(engine.textParameter(prefix))}`.execute(database);
        await sql`set local statement_timeout = 0`.execute(database);
      }
      const { rows } = await engine.tables.indexes('documents').execute(database);
      const present = new Set(rows.map(({ name }) => name).filter((name) => name.startsWith(prefix)));
      const wanted = new Map(properties.map((property) => [indexName(property), property]));
      for (const name of present) {
        if (wanted.has(name)) continue;
        await sql`drop index ${sql.ref(name)}`.execute(database);
        await statistics?.drop(name).execute(database);
      }
      const missing = [...wanted].filter(([name]) => !present.has(name));
      for (const [name, property] of missing) {
        const value = indexedValue(property, engine);
        await sql`create index ${sql.ref(name)} on documents (${value}) where ${value} is not null`.execute(
          database,
        );
      }
      await estimate(wanted);
    },
  };
}

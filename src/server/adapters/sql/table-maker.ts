/** Makes tables and indexes for the steps of the schema (migrations.ts). */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';
import type { Engine } from './engine.ts';

type Columns = Readonly<Record<string, RawBuilder<unknown>>>;

export function maker(database: Database, engine: Engine) {
  return {
    table: async (name: string, columns: Columns, options = sql``): Promise<void> => {
      const definitions = Object.entries(columns).map(([column, type]) => sql`${sql.ref(column)} ${type}`);
      await sql`create table ${sql.ref(name)} (${sql.join(definitions)})${options}`.execute(database);
    },
    index: async (
      name: string,
      on: string,
      keys: readonly string[],
      options: { included?: readonly string[]; unique?: boolean; where?: RawBuilder<unknown> } = {},
    ): Promise<void> => {
      const unique = options.unique === true ? sql`unique ` : sql``;
      const where = options.where === undefined ? sql`` : sql` where ${options.where}`;
      const columns = engine.ddl.covering(keys, options.included ?? []);
      await sql`create ${unique}index ${sql.ref(name)} on ${sql.ref(on)} ${columns}${where}`.execute(
        database,
      );
    },
  };
}

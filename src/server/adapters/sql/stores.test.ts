/** Every contract on every engine that is there. PostgreSQL is named by MUNIMENT_TEST_POSTGRES. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import type { Store } from '#server/core/ports.ts';
import { documentCases } from './documents.contract.ts';
import { entryCases } from './entries.contract.ts';
import { openPostgres } from './postgres.ts';
import { queryCases } from './queries.contract.ts';
import { auditCases, batchCases, jobCases, otherCases } from './records.contract.ts';
import type { StoreCase } from './sample-documents.ts';
import { openSqlite } from './sqlite.ts';
import { unitCases } from './units.contract.ts';

const contracts: Readonly<Record<string, readonly StoreCase[]>> = {
  documents: documentCases,
  units: unitCases,
  queries: queryCases,
  entries: entryCases,
  audit: auditCases,
  batches: batchCases,
  jobs: jobCases,
  others: otherCases,
};

function runContracts(engine: string, store: Store): void {
  for (const [contract, cases] of Object.entries(contracts)) {
    for (const { name, run } of cases) {
      test(`${engine}, ${contract}: ${name}`, () => run(store, randomUUID()));
    }
  }
}

const folder = await mkdtemp(join(tmpdir(), 'muniment-sql-'));
const sqlite = await openSqlite({ file: join(folder, 'store.db') });
after(async () => {
  await sqlite.close();
  await rm(folder, { recursive: true });
});
runContracts('SQLite', sqlite);

const connectionString = process.env.MUNIMENT_TEST_POSTGRES;
if (connectionString === undefined) {
  const wanted = Object.values(contracts).flat().length;
  test('PostgreSQL is not here', (context) => {
    context.diagnostic(`PostgreSQL: ${wanted} tests wanted MUNIMENT_TEST_POSTGRES, a connection string`);
  });
} else {
  const schema = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString });
  await admin.connect();
  await admin.query(`create schema ${schema}`);
  const url = new URL(connectionString);
  url.searchParams.set('options', `-c search_path=${schema}`);
  const postgres = await openPostgres({ connectionString: url.href });
  after(async () => {
    await postgres.close();
    await admin.query(`drop schema ${schema} cascade`);
    await admin.end();
  });
  runContracts('PostgreSQL', postgres);
}

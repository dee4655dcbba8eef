/** What only the PostgreSQL adapter has: connections that are few. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { aDocument } from '../testing/sample-documents.ts';
import { makeTestSchema } from '../testing/test-postgres.ts';
import { openPostgres } from './postgres.ts';

const server = process.env.MUNIMENT_TEST_POSTGRES;
if (server === undefined) {
  test('PostgreSQL is not here', (context) => {
    context.diagnostic('PostgreSQL: 1 test wanted MUNIMENT_TEST_POSTGRES, a connection string');
  });
} else {
  const schema = await makeTestSchema(server);
  const { connectionString } = schema;
  after(() => schema.drop());

  test('a unit that writes too long is undone, and its connection is free again', async () => {
    const store = await openPostgres({ connectionString, connections: 1, holdLimit: 1 });
    const held = store.begin();
    await (await held.writer()).documents.insert(aDocument({ id: 'a', repository: 'r' }));
    const next = store.begin();
    assert.equal(await (await next.writer()).documents.get('a'), undefined);
    await next.rollback();
    await assert.rejects(held.stores.documents.get('a'), { code: 'overloaded' });
    await assert.rejects(held.commit(), { code: 'overloaded' });
    await held.rollback();
    await store.close();
  });
}

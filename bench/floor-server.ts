/**
 * The floor for the load table: the same web framework (Hono) with one row read, a list from memory, or one durable row
 * written, and nothing else. Run as a child process: `node bench/floor-server.ts FOLDER`; it prints its address.
 */

import { createServer } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';

const database = new DatabaseSync(join(process.argv[2] ?? '.', 'floor.db'));
database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
  create table rows (id integer primary key, body text not null)`);
const entity = JSON.stringify({ 'entity-type': 'document', uid: 'x'.repeat(36), text: 'y'.repeat(800) });
const list = JSON.stringify({ entries: Array.from({ length: 40 }, () => JSON.parse(entity)) });
const insert = database.prepare('insert into rows (body) values (?)');
const read = database.prepare('select body from rows where id = ?');
insert.run(entity);

const json = { 'Content-Type': 'application/json' };
const app = new Hono();
app.get('/row/:id', (context) => {
  const row = read.get(Number(context.req.param('id')));
  return context.body(String(row?.body), 200, json);
});
app.get('/list', (context) => context.body(list, 200, json));
app.post('/row', async (context) => {
  insert.run(JSON.stringify(await context.req.json()));
  return context.body(entity, 201, json);
});

const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) console.log(`http://127.0.0.1:${address.port}`);
});

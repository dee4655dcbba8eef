import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { s3Environment, startS3Server } from '#server/adapters/blobs/s3-server.test-support.ts';
import { connectPostgres } from '#server/adapters/sql/postgres/postgres.ts';
import { connectSqlite, openSqlite } from '#server/adapters/sql/sqlite/sqlite.ts';
import { type Connection, TableRows } from '#server/adapters/sql/stores/table-rows.ts';
import { tableNames, tables } from '#server/adapters/sql/tables.ts';
import { makeTestSchema } from '#server/adapters/sql/testing/test-postgres.ts';
import { databaseFile } from '#server/open-storage.ts';
import { compareRepositories, copyRepository } from './copy-repository.ts';
import type { Differences } from './differences.ts';
import { fillDataFolder } from './full-repository.test-support.ts';
import type { Beginning, PlaceName } from './places.ts';
import { Progress } from './progress.ts';

let base: string;
let source: PlaceName;
let number = 0;

before(async () => {
  base = await mkdtemp(join(tmpdir(), 'muniment-copy-test-'));
  source = folder();
  await fillDataFolder(source.database);
});
after(() => rm(base, { recursive: true }));

function folder(): PlaceName {
  number += 1;
  const path = join(base, String(number));
  return { database: path, files: path };
}

const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
const progress = new Progress(nowhere, false);
const never = new AbortController().signal;

const copy = (
  to: PlaceName,
  {
    from = source,
    beginning = 'empty',
    signal = never,
  }: { from?: PlaceName; beginning?: Beginning; signal?: AbortSignal } = {},
): Promise<Differences> => copyRepository({ from, to, beginning }, progress, signal);
const compare = (to: PlaceName, from = source): Promise<readonly string[]> =>
  compareRepositories({ from, to }, progress, never).then(({ words }) => words);

async function change(place: PlaceName, statement: string): Promise<void> {
  const connection = await connectSqlite(databaseFile(place.database), true);
  await connection.execute(statement, []);
  await connection.close();
}

/** The stored file with this content. */
async function fileWith(place: PlaceName, text: string): Promise<string> {
  const blobs = join(place.files, 'blobs');
  for (const entry of await readdir(blobs, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && (await readFile(path, 'utf8')).includes(text)) return path;
  }
  throw new Error(`No file has ${text}`);
}

async function aCopy(): Promise<PlaceName> {
  const place = folder();
  await cp(source.database, place.database, { recursive: true });
  return place;
}

describe('the list of tables', () => {
  test('has every table and JSON column that the migrations make', async () => {
    const file = join(base, 'tables.db');
    await (await openSqlite({ file })).close();
    const connection = await connectSqlite(file, false);
    const made = await connection.execute(
      `select name from sqlite_schema where type = 'table'
        and name not like 'sqlite_%' and name not like 'document_index%' order by name`,
      [],
    );
    await connection.close();
    assert.deepEqual(
      made.rows.map(({ name }) => name),
      [...tableNames, 'list_changes', 'schema_version'].sort(),
    );
  });

  test('is true of the repository that these tests copy: no table is empty', async () => {
    const connection = await connectSqlite(databaseFile(source.database), false);
    const rows = new TableRows(connection);
    const empty: string[] = [];
    for (const table of tableNames) if ((await rows.count(table)) === 0) empty.push(table);
    // An open connection would keep the process of these tests from ending.
    await connection.close();
    assert.deepEqual(empty, []);
  });
});

describe('from SQLite to SQLite', () => {
  test('copies everything, and says so', async () => {
    const target = folder();
    assert.deepEqual((await copy(target)).words, []);
    assert.deepEqual(await compare(target), []);
    const connection = await connectSqlite(databaseFile(target.database), false);
    const found = await connection.execute(
      `select count(*) as count from document_index where document_index match 'harbour'`,
      [],
    );
    assert.ok(Number(found.rows[0]?.count) > 0);
    await connection.close();
    const again = await openSqlite({ file: databaseFile(target.database) });
    await again.close();
  });

  test('copies the files into a bucket, and out of it', async () => {
    const bucket = await startS3Server('bucket');
    const saved = { ...process.env };
    Object.assign(process.env, s3Environment);
    try {
      const target = { ...folder(), files: `s3://bucket/prefix?endpoint=${bucket.address}` };
      assert.deepEqual((await copy(target)).words, []);
      assert.deepEqual(await compare(target), []);
    } finally {
      process.env = saved;
      await bucket.close();
    }
  });

  test('refuses a source that is none, and itself', async () => {
    await assert.rejects(copy(folder(), { from: folder() }), /There is no repository in/);
    await assert.rejects(copy(source, { beginning: 'overwrite' }), /the same place/);
    await mkdir(join(base, 'empty'));
    await writeFile(databaseFile(join(base, 'empty')), '');
    await assert.rejects(
      copy(folder(), { from: { database: join(base, 'empty'), files: base } }),
      /holds no repository/,
    );
  });

  test('refuses a target that is not empty, unless it is to be overwritten', async () => {
    const target = await aCopy();
    await change(target, `update documents set title = 'other'`);
    await assert.rejects(copy(target), /is not empty/);
    await assert.rejects(copy(target, { beginning: 'continue' }), /not an unfinished copy/);
    assert.deepEqual((await copy(target, { beginning: 'overwrite' })).words, []);
    assert.deepEqual(await compare(target), []);
  });

  test('leaves a target that says it is unfinished, and goes on from there', async () => {
    const target = folder();
    const interrupted = new AbortController();
    const stopping = new Writable({
      write: (chunk, _encoding, done) => {
        if (String(chunk).startsWith('documents')) interrupted.abort();
        done();
      },
    });
    await assert.rejects(
      copyRepository(
        { from: source, to: target, beginning: 'empty' },
        new Progress(stopping, false),
        interrupted.signal,
      ),
      { name: 'AbortError' },
    );
    await assert.rejects(openSqlite({ file: databaseFile(target.database) }), {
      name: 'UnfinishedCopyError',
    });
    await assert.rejects(compare(target), { name: 'UnfinishedCopyError' });
    await assert.rejects(copy(target), /--continue/);
    assert.deepEqual((await copy(target, { beginning: 'continue' })).words, []);
    assert.deepEqual(await compare(target), []);
  });

  test('reads one state while somebody writes', async () => {
    const writing = await aCopy();
    const target = folder();
    const connection = await connectSqlite(databaseFile(writing.database), true);
    const server = new Writable({
      write: (chunk, _encoding, done) => {
        if (!String(chunk).startsWith('read_acls')) return done();
        connection.execute(`update documents set title = 'later'`, []).then(() => done(), done);
      },
    });
    const differences = await copyRepository(
      { from: writing, to: target, beginning: 'empty' },
      new Progress(server, false),
      never,
    );
    await connection.close();
    assert.deepEqual(differences.words, []);
    assert.deepEqual(await compare(target), []);
    assert.notDeepEqual(await compare(target, writing), []);
  });
});

describe('the comparison tells', () => {
  for (const [name, statement, words] of [
    [
      'a changed property',
      `update documents set properties = jsonb(replace(json(properties), 'note', 'Note')) where name = 'note'`,
      /^documents \d+ \(note\): properties\..* is ".*" and ".*"/,
    ],
    [
      'a changed column',
      `update documents set state = null where name = 'deed' and is_version = 0 and is_proxy = 0`,
      /^documents \d+ \(deed\): state is "project" and null/,
    ],
    ['a missing row', `delete from audit where id = 1`, /^audit: \d+ rows in .*, \d+ in/],
    ['a row too many', `insert into entry_counters values ('zzz', 1)`, /only in/],
    [
      'what may not be shown, without showing it',
      `update entries set fields = '{"a":"secret"}' where id = 'ada'`,
      /^entries \d+: fields\.\w+ differs/,
    ],
    [
      'a text that is not found',
      `delete from document_index where rowid = (select min(document_seq) from document_text)`,
      /1 texts are not found/,
    ],
    [
      'keys that would be given twice',
      `update sqlite_sequence set seq = 0 where name = 'jobs'`,
      /^jobs: .* would give keys away again/,
    ],
  ] as const) {
    test(name, async () => {
      const other = await aCopy();
      await change(other, statement);
      const differences = await compare(other);
      assert.ok(
        differences.some((line) => words.test(line)),
        differences.join('\n'),
      );
      assert.ok(!differences.join().includes('secret'));
    });
  }

  test('a file that is gone or damaged', async () => {
    const other = await aCopy();
    const deed = await fileWith(other, 'old harbour');
    await writeFile(deed, (await readFile(deed, 'utf8')).replace('old', 'new'));
    assert.match((await compare(other)).join(), /the file [0-9a-f]{64} of \/default-domain\/\S+ is damaged/);
    await rm(deed);
    assert.match((await compare(other)).join(), /the file [0-9a-f]{64} of \/default-domain\/\S+ is missing/);
  });

  test('a damaged file of the source, which is not copied', async () => {
    const damaged = await aCopy();
    await truncate(await fileWith(damaged, 'old harbour'), 3);
    const target = folder();
    const { words } = await copy(target, { from: damaged });
    assert.match(words.join('\n'), /is damaged\n.*is missing/);
  });
});

describe('the command line', () => {
  const muniment = (...args: readonly string[]) => {
    const program = fileURLToPath(new URL('./main.ts', import.meta.url));
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
    return { status, stdout, stderr };
  };

  test('copies, then says that both places hold the same', () => {
    const target = folder().database;
    const copied = muniment('copy', '--from', source.database, '--to', target);
    assert.deepEqual([copied.status, copied.stdout], [0, 'Both repositories are the same.\n']);
    assert.match(copied.stderr, /^documents: \d+ of \d+ \(100 %\), [\d,]+\/s$/m);
    const again = muniment('copy', '--from', source.database, '--to', target);
    assert.equal(again.status, 1);
    assert.match(again.stderr, /^\S+ is not empty: [^\n]+\n$/);
  });

  test('ends with 1 and the words when the places differ', async () => {
    const other = await aCopy();
    await change(other, `delete from documents where name = 'note'`);
    const compared = muniment('compare', '--from', source.database, '--to', other.database);
    assert.equal(compared.status, 1);
    assert.match(compared.stdout, /^documents \d+ \(note\) is missing in /m);
  });

  for (const [name, args, words] of [
    ['an unknown command', ['move'], /^muniment start/],
    ['a place that is not said', ['copy', '--from', 'a'], /^muniment start/],
    ['both ways to begin', ['copy', '--from', 'a', '--to', 'b', '--continue', '--overwrite'], /not both/],
    [
      'files nowhere',
      ['compare', '--from', 'a', '--to', 'b', '--to-files', 'ftp://c'],
      /--to-files must look/,
    ],
    [
      'a database that is away',
      ['compare', '--from', 'postgres://me:secret@127.0.0.1:1/x', '--to', 'b'],
      /^PostgreSQL at 127\.0\.0\.1:1\/x cannot be opened/,
    ],
  ] as const) {
    test(`refuses ${name}`, () => {
      const { status, stderr } = muniment(...args);
      assert.equal(status, 1);
      assert.match(stderr, words);
      assert.doesNotMatch(stderr, /secret| {4}at /);
    });
  }
});

describe('by way of PostgreSQL', () => {
  const named = process.env.MUNIMENT_TEST_POSTGRES;
  if (named === undefined) {
    test('PostgreSQL is not here', (context) => context.diagnostic('3 tests wanted MUNIMENT_TEST_POSTGRES'));
    return;
  }

  const inSchema = async (work: (place: PlaceName) => Promise<void>): Promise<void> => {
    const schema = await makeTestSchema(named);
    try {
      await work({ database: schema.connectionString, files: folder().files });
    } finally {
      await schema.drop();
    }
  };

  test('there and back again, with nothing lost', () =>
    inSchema(async (postgres) => {
      assert.deepEqual((await copy(postgres)).words, []);
      assert.deepEqual(await compare(postgres), []);
      const back = folder();
      assert.deepEqual((await copy(back, { from: postgres })).words, []);
      assert.deepEqual(await compare(back), []);
      await assert.rejects(copy(postgres), /is not empty/);
      await assert.rejects(
        copy(
          { ...postgres, database: `${postgres.database}&application_name=other` },
          { from: postgres, beginning: 'overwrite' },
        ),
        /given as both places/,
      );
      const connection = await connectPostgres(postgres.database);
      await connection.execute(
        `insert into audit (event_id, category, event_date, log_date, extended)
        values ('a', 'b', 'c', 'd', '{}')`,
        [],
      );
      await connection.close();
      assert.deepEqual((await copy(postgres, { beginning: 'overwrite' })).words, []);
    }));

  test('what is written meanwhile is no difference: keys go on beside the state that is copied', () =>
    inSchema(async (postgres) => {
      await copy(postgres);
      const connection = await connectPostgres(postgres.database);
      let isCopied = false;
      const copying = copy(folder(), { from: postgres }).finally(() => {
        isCopied = true;
      });
      while (!isCopied)
        await connection.execute(
          `insert into audit (event_id, category, event_date, log_date, extended)
          values ('a', 'b', 'c', 'd', '{}')`,
          [],
        );
      await connection.close();
      assert.deepEqual((await copying).words, []);
    }));

  test('knows the JSON columns', () =>
    inSchema(async (postgres) => {
      await copy(postgres);
      const connection: Connection = await connectPostgres(postgres.database);
      const { rows } = await connection.execute(
        `select table_name || '.' || column_name as name from information_schema.columns
          where table_schema = current_schema() and data_type = 'jsonb'
            and table_name <> 'document_index'`,
        [],
      );
      await connection.close();
      assert.deepEqual(
        rows.map(({ name }) => String(name)).sort(),
        tableNames
          .flatMap((table) => (tables[table].json ?? []).map((column) => `${table}.${column}`))
          .sort(),
      );
    }));
});

/** Invalid input: each gets the interface's own error, and nothing incomplete is stored. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, describe, test } from 'node:test';
import type { Answer, Asked } from '#server/testing/test-server.ts';
import { addDocument, startTestServer } from '#server/testing/test-server.ts';
import { listen } from '../node-listener.ts';
import { parseJson } from './request-body.ts';

const server = await startTestServer(['--max-upload', '100000']);
const workspaces = '/default-domain/workspaces';
const file = await addDocument(server, workspaces, 'File', 'file');
const listening = await listen(server, { port: 0, host: '127.0.0.1' });
after(() => listening.close(100));
const jsonType = { 'Content-Type': 'application/json' };

const make = (extra: object): Promise<Answer> =>
  server.ask(`/path${workspaces}`, {
    json: { 'entity-type': 'document', type: 'File', name: 'made', ...extra },
  });
const withProperty = (name: string, value: unknown): Promise<Answer> =>
  make({ properties: { [name]: value } });
const withText = (body: string | Uint8Array<ArrayBuffer>): Promise<Answer> =>
  server.ask(`/path${workspaces}`, { body, headers: jsonType });
const query = (nxql: string): Promise<Answer> =>
  server.ask(`/search/lang/NXQL/execute?query=${encodeURIComponent(nxql)}`);

async function childrenOf(path: string): Promise<unknown> {
  return (await server.ask(`/path${path}/@children`)).body.resultsCount;
}

async function newBatch(): Promise<string> {
  return String((await server.ask('/upload', { method: 'POST' })).body.batchId);
}

/** Refused with this status and a message of the interface. */
function refused(answer: Answer, status: number): void {
  assert.equal(answer.status, status, answer.text);
  assert.equal(answer.body['entity-type'], 'exception');
  assert.equal(typeof answer.body.message, 'string');
}

describe('long runs of one character', () => {
  /** Each of these blocked the server for minutes, when a pattern was tried at every position of the run. */
  for (const [operation, parameter, piece, status] of [
    ['Document.Fetch', 'value', '/', 404],
    ['Document.GetBlob', 'xpath', '[', 400],
    ['Repository.Query', 'query', '0', 400],
    ['Audit.Query', 'query', '0', 400],
    ['Context.RestoreBlobInputFromScript', 'script', '@{', 400],
  ] as const) {
    test(`${operation} refuses ${piece} at once`, async () => {
      const params = { [parameter]: `${piece.repeat(300_000)}x` };
      refused(await server.ask(`/automation/${operation}`, { json: { input: file, params } }), status);
    });
  }
});

describe('names that every object of the language has', () => {
  for (const name of ['constructor', 'toString', '__proto__']) {
    const search = (query: object) => server.ask('/nuxeo/site/es/nuxeo/_search', { json: { query } });
    test(`${name} is a parameter like any other`, async () => {
      assert.equal((await server.ask(`/id/${file}?${name}=x`, { headers: { [name]: 'x' } })).status, 200);
    });
    test(`${name} is no page of the sign-in`, async () => {
      assert.equal((await server.ask(`/nuxeo/oauth2/${name}`)).status, 404);
    });
    test(`${name} is no kind of query, and no limit of a range`, async () => {
      refused(await search({ [name]: {} }), 400);
      refused(await search({ range: { 'dc:title': { [name]: 1 } } }), 400);
    });
    test(`${name} is no part of a file`, async () => {
      const query = `SELECT * FROM File WHERE file:content/${name} = 'x'`;
      refused(await server.ask(`/search/lang/NXQL/execute?query=${encodeURIComponent(query)}`), 400);
    });
    test(`${name} is no format, and as the ending of a name tells nothing`, async () => {
      const unknown = await server.ask(`/id/${file}/@convert?format=nope`);
      refused(await server.ask(`/id/${file}/@convert?format=${name}`), unknown.status);
      const { body } = await server.ask('/upload', { method: 'POST' });
      const batch = String(body.batchId);
      await server.ask(`/upload/${batch}/0`, { body: 'x', headers: { 'X-File-Name': `a.${name}` } });
      const content = { 'upload-batch': batch, 'upload-fileId': '0' };
      const made = await withProperty('file:content', content);
      assert.equal(made.status, 201, made.text);
    });
  }
});

test('many short numbers, and a long text of digits, are no number of many digits', () => {
  const digits = '1'.repeat(2_000);
  assert.deepEqual(parseJson(JSON.stringify([[...digits].map(Number), digits])), [
    [...digits].map(Number),
    digits,
  ]);
});

test('whole numbers that no double holds come as their digits, if they are not among very many values', () => {
  const long = '12345678901234567890';
  assert.deepEqual(parseJson(`[${long},"${long}",0.${long},1]`), [long, long, 0.12345678901234568, 1]);
  const many = '1,'.repeat(10_000);
  assert.equal(JSON.stringify(parseJson(`[${many}"${long}",0.${long}]`)).includes(long), true);
  assert.throws(() => parseJson(`[${many}${long}]`), { code: 'payloadTooLarge' });
});

describe('addresses', () => {
  for (const [path, status] of [
    ['/id/nope', 404],
    ['/id/a%00b', 400],
    ['/search/lang/NXQL/execute?query=%00', 400],
    [`/id/${'a'.repeat(100_000)}`, 404],
    [`/path/${'a/'.repeat(200)}`, 404],
    ['/path/default-domain/..%2f..%2fetc%2fpasswd', 404],
    ['/path/default-domain/%01%0a', 404],
    ['/path/default-domain//workspaces', 404],
    ['/path/%E9', 400],
    [`/id/${file}/@nope`, 404],
    [`/id/${file}/@blob/blobholder:99999999999999999999`, 404],
    [`/id/${file}/@blob/__proto__/x`, 404],
    [`/id/${file}/@children?pageSize=1e99`, 400],
    [`/id/${file}/@children?currentPageIndex=9007199254740991`, 400],
    [`/id/${file}/@audit?startEventDate=nope`, 400],
    [`/id/${file}/@emptyWithDefault?type=__proto__`, 400],
    ['/directory/__proto__', 404],
    ['/automation/files/..%2f..%2fx', 404],
    ['/repo/nope/path/', 404],
    [`/path/${'a'.repeat(300_000)}`, 414],
  ] as const) {
    test(`${path.slice(0, 70)} → ${status}`, async () => refused(await server.ask(path), status));
  }
});

describe('bodies', () => {
  const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  for (const [name, ask, status] of [
    ['malformed JSON', () => withText('{"a":'), 400],
    ['no JSON at all', () => withText(''), 400],
    ['bytes that are no text', () => withText(new Uint8Array([0x7b, 0xff, 0x7d])), 400],
    ['JSON nested a hundred thousand levels deep', () => withText(deep(100_000)), 400],
    ['a number of a million digits', () => withText(`{"n":${'1'.repeat(1_000_000)}}`), 400],
    ['JSON too big', () => withText(' '.repeat(11_000_000)), 413],
    ['half a character in a value', () => make({ properties: { 'dc:title': 'a\ud800b' } }), 400],
    ['half a character in a name', () => withText('{"\\udc00":1}'), 400],
    [
      'a form',
      () => server.ask(`/path${workspaces}`, { body: 'a=b', headers: { 'Content-Type': 'text/plain' } }),
      415,
    ],
    ['another entity', () => make({ 'entity-type': 'user' }), 400],
    ['a list', () => withText('[]'), 400],
    ['a type that is no text', () => make({ type: 5 }), 400],
    ['an unknown type', () => make({ type: 'Nope' }), 400],
    ['a title that is an object', () => withProperty('dc:title', {}), 400],
    ['a date that is none', () => withProperty('dc:expired', 'yesterday'), 400],
    ['a list that is none', () => withProperty('dc:subjects', 'art'), 400],
    ['a file that is a text', () => withProperty('file:content', 'x'), 400],
    [
      'a file at a malformed address',
      () => withProperty('file:content', { data: `http://x/nxfile/default/${file}/%E9` }),
      400,
    ],
  ] as const) {
    test(name, async () => {
      const before = await childrenOf(workspaces);
      refused(await ask(), status);
      assert.equal(await childrenOf(workspaces), before);
    });
  }

  test('a character made of two halves is fine', async () => {
    const made = await withText('{"entity-type":"document","type":"File","name":"\\ud83d\\ude00 \\\\ud800"}');
    assert.equal(made.status, 201);
    assert.equal(made.body.path, `${workspaces}/😀 -ud800`);
  });
});

describe('names', () => {
  for (const [name, path] of [
    ['../../etc/passwd', '..-..-etc-passwd'],
    ['a\u0000\u0001\n\u007fb', 'ab'],
    ['c\\d', 'c-d'],
  ] as const) {
    test(JSON.stringify(name), async () => {
      assert.equal((await make({ name })).body.path, `${workspaces}/${path}`);
    });
  }

  test('a name of dots is replaced', async () => {
    for (const name of ['.', '..']) {
      assert.match(String((await make({ name })).body.path), /^\/default-domain\/workspaces\/\d+$/);
    }
  });
});

describe('queries', () => {
  for (const [name, text, status] of [
    ['a string of 100 kB', `dc:title = '${'x'.repeat(100_000)}'`, 200],
    ['30,000 parentheses', `${'('.repeat(30_000)}dc:title = 'x'${')'.repeat(30_000)}`, 400],
    ['20,000 times NOT', `${'NOT '.repeat(20_000)}dc:title = 'x'`, 400],
    ['5,000 conditions', Array(5000).fill("dc:title='x'").join(' OR '), 400],
    ['20,000 values', `dc:title IN (${Array(20_000).fill("'x'").join(',')})`, 200],
    ['a text without an end', "dc:title = 'x", 400],
    ['a null character', "dc:title = 'a\0b'", 400],
    ['a number beyond all', `ecm:pos = ${'9'.repeat(30)}`, 400],
    ['an unknown property', 'no:such = 1', 400],
  ] as const) {
    test(`${name} → ${status}`, async () => {
      const answer = await query(`SELECT * FROM Document WHERE ${text}`);
      if (status === 400) refused(answer, 400);
      else assert.equal(answer.status, status, answer.text.slice(0, 300));
    });
  }
});

describe('uploads', () => {
  const chunk = (index: string, count: string, size: string): Asked['headers'] => ({
    'X-Upload-Type': 'chunked',
    'X-Upload-Chunk-Index': index,
    'X-Upload-Chunk-Count': count,
    'X-File-Size': size,
  });

  for (const [name, headers, body, status] of [
    ['a negative chunk', chunk('-1', '2', '6'), 'foo', 500],
    ['a chunk behind the last', chunk('2', '2', '6'), 'foo', 500],
    ['a chunk without a number', chunk('x', '2', '6'), 'foo', 400],
    ['no chunks at all', chunk('0', '0', '0'), '', 500],
    ['a chunk bigger than its file', chunk('0', '2', '3'), 'foobar', 413],
    ['a file bigger than allowed', chunk('0', '2', '999999999'), 'foo', 413],
    ['more than allowed', {}, 'x'.repeat(100_001), 413],
    ['less than declared', { 'Content-Length': '10' }, 'foo', 400],
    ['more than declared', { 'Content-Length': '1' }, 'foo', 400],
    ['a form', { 'Content-Type': 'multipart/form-data; boundary=x' }, 'foo', 400],
  ] as const) {
    test(`${name} leaves nothing`, async () => {
      const batch = await newBatch();
      refused(await server.ask(`/upload/${batch}/0`, { body, headers }), status);
      assert.equal((await server.ask(`/upload/${batch}/0`)).status, 404);
      assert.equal((await server.ask(`/upload/${batch}`)).status, 204);
    });
  }

  for (const index of ['x', '-1', '1e3', '99999999999', '%00']) {
    test(`the index ${index}`, async () => {
      refused(await server.ask(`/upload/${await newBatch()}/${index}`, { body: 'foo' }), 400);
    });
  }

  test('chunks that do not add up never become a file', async () => {
    const batch = await newBatch();
    const send = (headers: Asked['headers'], body: string): Promise<Answer> =>
      server.ask(`/upload/${batch}/0`, { body, ...(headers ? { headers } : {}) });
    assert.equal((await send(chunk('0', '2', '6'), 'fo')).status, 202);
    refused(await send(chunk('1', '2', '6'), 'ba'), 400);
    refused(await send(chunk('1', '3', '6'), 'ba'), 400);
    assert.equal((await server.ask(`/upload/${batch}/0`)).status, 202);
    const made = await withProperty('file:content', { 'upload-batch': batch, 'upload-fileId': '0' });
    assert.equal((await server.ask(`/id/${made.body.uid}/@blob/file:content`)).status, 404);
  });

  test('a batch serves once', async () => {
    const batch = await newBatch();
    await server.ask(`/upload/${batch}/0`, { body: 'foo' });
    const content = { 'upload-batch': batch, 'upload-fileId': '0' };
    const first = await withProperty('file:content', content);
    const second = await withProperty('file:content', content);
    assert.equal((await server.ask(`/id/${first.body.uid}/@blob/file:content`)).text, 'foo');
    assert.equal((await server.ask(`/id/${second.body.uid}/@blob/file:content`)).status, 404);
    assert.equal((await server.ask(`/upload/${batch}/0`, { body: 'x' })).status, 404);
  });

  test('a file name with a way up and control characters', async () => {
    const batch = await newBatch();
    const headers = { 'X-File-Name': '..%2F..%2Fetc%2Fpa%00ss%0D%0Awd', 'X-File-Type': 'te\u00e9xt;;\u00ff' };
    await server.ask(`/upload/${batch}/0`, { body: 'hello', headers });
    const made = await server.ask(`/upload/${batch}/0/execute/FileManager.Import`, {
      json: { context: { currentDocument: workspaces } },
    });
    assert.match(String(made.body.path), /^\/default-domain\/workspaces\/[^/\p{Cc}]+$/u);
    const sent = await server.ask(`/id/${made.body.uid}/@blob/blobholder:0`);
    assert.equal(sent.text, 'hello');
    assert.doesNotMatch(sent.headers.get('content-disposition') ?? '', /\.\.\/|[\r\n\0]/);
  });
});

describe('multipart', () => {
  const head = '--XX\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n';
  for (const [name, body] of [
    ['nothing', ''],
    ['no boundary in it', 'junk'],
    ['only a boundary', '--XX\r\n'],
    ['a part cut short', `${head}\r\nabc`],
    ['headers without end', `--XX\r\n${'A: b\r\n'.repeat(10_000)}\r\nx\r\n--XX--`],
    ['too many parts', `${'--XX\r\n\r\n{}\r\n'.repeat(1100)}--XX--`],
  ] as const) {
    test(name, async () => {
      const before = await childrenOf(workspaces);
      const form = { 'Content-Type': 'multipart/form-data; boundary=XX' };
      refused(
        await server.ask(`/id/${file}/@blob/file:content`, { method: 'PUT', body, headers: form }),
        400,
      );
      refused(await server.ask('/batch/upload', { body, headers: form }), 400);
      const related = { 'Content-Type': 'multipart/related; boundary=XX' };
      const imported = await server.ask('/automation/FileManager.Import', { body, headers: related });
      refused(imported, 500);
      assert.match(String(imported.body.message), /^Failed to parse multipart request: /);
      assert.equal((await server.ask(`/id/${file}/@blob/file:content`)).status, 404);
      assert.equal(await childrenOf(workspaces), before);
    });
  }
});

describe('files that lie about their kind', () => {
  const bytes = '<script>alert(1)</script>';
  for (const type of [
    'text/html',
    'image/svg+xml',
    'application/xhtml+xml',
    'text/xml',
    'text/plain\r\nX-Evil: 1',
    'text/html;charset=\u0100',
    'nonsense',
  ]) {
    test(JSON.stringify(type), async () => {
      const content = { data: bytes, 'mime-type': type, name: 'a\r\n"b.html', encoding: '\u0100;x' };
      const { uid } = (await withProperty('file:content', content)).body;
      for (const address of [
        `/id/${uid}/@blob/file:content?inline=true`,
        `/nuxeo/nxfile/default/${uid}/file:content/a.html?inline=true`,
        `/id/${uid}/@rendition/mainBlob?inline=true`,
        `/id/${uid}/@preview/`,
      ]) {
        const { status, headers } = await server.ask(address);
        assert.ok(status === 200 || (status === 404 && address.includes('preview')), `${address}: ${status}`);
        assert.equal(headers.get('x-content-type-options'), 'nosniff');
        assert.equal(headers.get('x-evil'), null);
        assert.match(headers.get('content-security-policy') ?? '', /^(sandbox; )?default-src 'none'/);
        if (status === 200) assert.match(headers.get('content-security-policy') ?? '', /^sandbox/);
      }
    });
  }
});

describe('depth', () => {
  test('two hundred levels, and what is asked of them stays bounded', async () => {
    let path = workspaces;
    for (let level = 0; level < 200; level++) {
      await addDocument(server, path, 'Folder', 'deep');
      path += '/deep';
    }
    const read = await server.ask(`/path${path}`, {
      headers: { 'enrichers-document': 'breadcrumb', depth: 'max' },
    });
    assert.equal(read.status, 200);
    assert.equal(read.body.path, path);
    assert.ok(read.text.split('"entity-type":"document"').length < 11_000);
    refused(
      await server.ask(`/path${workspaces}/deep/@op/Document.Move`, { json: { params: { target: path } } }),
      400,
    );
    assert.equal((await server.ask(`/path${workspaces}/deep`, { method: 'DELETE' })).status, 204);
    refused(await server.ask(`/path${path}`), 404);
  });
});

describe('over a socket', () => {
  /** Sends the lines and returns the first line of the answer. */
  const raw = (lines: readonly string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(listening.port, '127.0.0.1', () => socket.write(lines.join('\r\n')));
      let seen = '';
      socket.on('data', (data) => {
        seen += data.toString('latin1');
        if (seen.includes('\r\n')) socket.destroy();
      });
      socket.on('close', () => resolve(seen.split('\r\n')[0] ?? ''));
      socket.on('error', reject);
    });
  const credentials = `Authorization: Basic ${btoa('Administrator:Administrator')}`;

  test('headers of 300 kB', async () => {
    const line = await raw(['GET /nuxeo/api/v1/me HTTP/1.1', 'Host: x', `X: ${'a'.repeat(300_000)}`, '', '']);
    assert.match(line, /^HTTP\/1\.1 431 /);
  });

  test('no HTTP at all', async () => {
    assert.match(await raw(['nonsense', '', '']), /^HTTP\/1\.1 400 /);
  });

  test('a body that never arrives whole leaves nothing', async () => {
    const batch = await newBatch();
    await new Promise<void>((resolve) => {
      const socket = connect(listening.port, '127.0.0.1');
      socket.on('close', () => resolve());
      const head = [
        `POST /nuxeo/api/v1/upload/${batch}/0 HTTP/1.1`,
        'Host: x',
        credentials,
        'Content-Length: 50',
      ];
      socket.write([...head, '', 'only this'].join('\r\n'), () => socket.destroy());
    });
    assert.equal((await server.ask(`/upload/${batch}/0`)).status, 404);
  });
});

/**
 * A data folder in which every table has rows, made through the interface.
 * Invariant: nothing has it open any more when it is returned.
 */
import { connectSqlite } from '#server/adapters/sql/sqlite/sqlite.ts';
import { createApp } from '#server/app.ts';
import { runDueJobs } from '#server/core/kernel/jobs.ts';
import { jobHandlers } from '#server/duties.ts';
import { openRepository } from '#server/open-repository.ts';
import { databaseFile } from '#server/open-storage.ts';
import { readServerOptions } from '#server/server-options.ts';

const credentials = `Basic ${Buffer.from('Administrator:Administrator').toString('base64')}`;
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const workspaces = '/path/default-domain/workspaces';

interface AskOptions {
  readonly method?: string;
  readonly json?: unknown;
  readonly bytes?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function fillDataFolder(folder: string): Promise<void> {
  const read = readServerOptions(['--data', folder, '--repositories', 'default,archive'], {});
  // A folder with one child counts as a large tree here.
  const options = { ...read, callLimits: { ...read.callLimits, removedAtOnce: 1 } };
  const { repository, operations, close } = await openRepository(options, silent);
  const app = createApp({ repository, operations });
  const ask = async (path: string, { method, json, bytes, headers }: AskOptions = {}): Promise<string> => {
    const body = bytes ?? (json === undefined ? undefined : JSON.stringify(json));
    const response = await app.fetch(
      new Request(`http://localhost/nuxeo${path.startsWith('/authentication') ? '' : '/api/v1'}${path}`, {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: {
          Authorization: credentials,
          'Content-Type': json === undefined ? 'application/octet-stream' : 'application/json',
          ...headers,
        },
        ...(body === undefined ? {} : { body }),
      }),
    );
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return text;
  };
  const document = (type: string, name: string, properties: object = {}) => ({
    json: { 'entity-type': 'document', type, name, properties: { 'dc:title': name, ...properties } },
  });
  const operation = (id: string, input: string, params: object = {}) =>
    ask(`/automation/${id}`, { json: { input, params } });
  const batch = async (): Promise<string> => {
    const answer: unknown = JSON.parse(await ask('/upload', { method: 'POST' }));
    return String(Object(answer).batchId);
  };

  try {
    const upload = await batch();
    await ask(`/upload/${upload}/0`, {
      bytes: 'The deed of the old harbour house, in plain words.',
      headers: { 'X-File-Name': 'deed.txt', 'X-File-Type': 'text/plain' },
    });
    await ask(workspaces, document('Workspace', 'Räume 𝔘 and \u{fb03}'));
    await ask(
      workspaces,
      document('File', 'deed', { 'file:content': { 'upload-batch': upload, 'upload-fileId': '0' } }),
    );
    await ask(
      workspaces,
      document('Note', 'note', { 'note:note': '<p>"quoted" \\ 1e21</p>', 'dc:subjects': ['art'] }),
    );
    await ask(`/repo/archive${workspaces}`, document('File', 'elsewhere'));
    const deed = '/default-domain/workspaces/deed';
    await operation('Document.CreateVersion', deed, { increment: 'Major' });
    await operation('Document.PublishToSection', deed, { target: '/default-domain/sections' });
    await operation('Services.TagDocument', deed, { tags: 'harbour,house' });
    await operation('Document.AddToFavorites', deed);
    await operation('Document.Subscribe', deed);
    await operation('Document.Lock', deed);
    await operation('Document.AddPermission', deed, {
      users: ['members'],
      permission: 'Write',
      end: '2100-01-01T00:00:00Z',
      comment: 'for the year',
    });
    await operation('Document.Trash', '/default-domain/workspaces/note');
    await ask(`/path${deed}/@comment`, { json: { 'entity-type': 'comment', text: 'Read it twice' } });
    await ask(`/path${deed}/@workflow`, {
      json: { 'entity-type': 'workflow', workflowModelName: 'SerialDocumentReview' },
    });
    await ask('/user', {
      json: {
        'entity-type': 'user',
        id: 'ada',
        properties: { username: 'ada', password: 'a good long one', groups: ['members'] },
      },
    });
    await ask('/group', {
      json: { 'entity-type': 'group', groupname: 'keepers', memberUsers: ['ada'], memberGroups: ['members'] },
    });
    await ask('/authentication/token?applicationName=a&deviceId=b&permission=rw');
    await ask(workspaces, { ...document('File', 'once'), headers: { 'Idempotency-Key': 'copied' } });
    const chunked = await batch();
    await ask(`/upload/${chunked}/0`, {
      bytes: 'half of',
      headers: {
        'X-Upload-Type': 'chunked',
        'X-Upload-Chunk-Index': '0',
        'X-Upload-Chunk-Count': '2',
        'X-File-Name': 'half.txt',
        'X-File-Size': '14',
      },
    });
    const handlers = new Map(jobHandlers(operations).map((handler) => [handler.kind, handler]));
    while ((await runDueJobs(repository, handlers, 'test', 10)) > 0);
    await ask(`/path${deed}/@convert?format=pdf`);
    // Its rows still have to be deleted.
    await ask(workspaces, document('Folder', 'removed'));
    await ask(`${workspaces}/removed`, document('Note', 'lost'));
    await ask(`${workspaces}/removed`, { method: 'DELETE' });
  } finally {
    await close();
  }
  // PostgreSQL has such rows for a moment.
  const connection = await connectSqlite(databaseFile(folder), true);
  await connection.execute(
    "insert into content_changes (document_id, total, trash, versions) select id, 3, 2, 1 from documents where name = 'deed'",
    [],
  );
  await connection.close();
}

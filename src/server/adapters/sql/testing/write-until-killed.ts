/** A program for sqlite.test.ts: writes units forever, and prints the number of each after its commit. */

import { openSqlite } from '../sqlite/sqlite.ts';
import { aDocument, written } from './sample-documents.ts';

const [, , file = ''] = process.argv;
const store = await openSqlite({ file });
for (let count = 0; ; count += 1) {
  await written(store, async ({ documents, audit }) => {
    await documents.insert(aDocument({ id: String(count), repository: 'r' }));
    await audit.append([
      {
        eventId: 'documentCreated',
        category: 'test',
        principalName: null,
        eventDate: '2024-01-01T00:00:00.000Z',
        repositoryId: 'r',
        docUUID: String(count),
        docPath: null,
        docType: null,
        docLifeCycle: null,
        comment: null,
        extended: {},
      },
    ]);
  });
  process.stdout.write(`${count}\n`);
}

import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { LogEntryEntity } from '#wire/activity.ts';
import { historyCsv } from './history-csv.ts';

const heads = { date: 'Date', person: 'Person', event: 'Event', comment: 'Comment' };

function entry(principalName: string, comment: string | null): LogEntryEntity {
  return {
    'entity-type': 'logEntry',
    id: 1,
    category: 'eventDocumentCategory',
    principalName,
    comment,
    docLifeCycle: null,
    docPath: '/a',
    docType: 'File',
    docUUID: 'a',
    eventDate: '2024-05-06T07:08:09.000Z',
    eventId: 'documentModified',
    repositoryId: 'default',
    logDate: '2024-05-06T07:08:09.000Z',
    extended: {},
  };
}

it('has a row for each event, and quotes what needs it', () => {
  const csv = historyCsv([entry('ada', 'Signed, "twice"'), entry('bo', null)], heads, () => 'changed it');
  assert.deepEqual(csv.split('\r\n'), [
    '\uFEFFDate,Person,Event,Comment',
    '2024-05-06T07:08:09.000Z,ada,changed it,"Signed, ""twice"""',
    '2024-05-06T07:08:09.000Z,bo,changed it,',
    '',
  ]);
});

it('turns no comment into a formula', () => {
  const csv = historyCsv([entry('ada', '=HYPERLINK("http://x")')], heads, () => 'x');
  assert.match(csv, /,"?'=HYPERLINK/);
});

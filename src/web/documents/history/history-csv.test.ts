import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { LogEntryEntity } from '#wire/activity.ts';
import { historyCsv, wholeLog } from './history-csv.ts';

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

it('says to what it happened where all of it is asked for', () => {
  const document = ['Path', 'Identifier'] as const;
  const csv = historyCsv([entry('ada', null)], { ...heads, document }, () => 'changed it');
  assert.deepEqual(csv.split('\r\n').slice(0, 2), [
    '\uFEFFDate,Person,Event,Path,Identifier,Comment',
    '2024-05-06T07:08:09.000Z,ada,changed it,/a,a,',
  ]);
});

it('asks for pages until all of it is there', async () => {
  const all = Array.from({ length: 1_200 }, (_, nth) => entry(`person-${nth}`, null));
  const asked: number[] = [];
  const entries = await wholeLog(async ({ pageIndex, pageSize }) => {
    asked.push(pageIndex);
    const some = all.slice(pageIndex * pageSize, (pageIndex + 1) * pageSize);
    return { 'entity-type': 'logEntries', entries: some, resultsCount: all.length };
  });
  assert.deepEqual(entries, all);
  assert.deepEqual(asked, [0, 1, 2]);
});

it('turns no comment into a formula', () => {
  const csv = historyCsv([entry('ada', '=HYPERLINK("http://x")')], heads, () => 'x');
  assert.match(csv, /,"?'=HYPERLINK/);
});

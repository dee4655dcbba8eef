import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseAuditQuery } from './audit-query.ts';

const refused: readonly (readonly [string, RegExp])[] = [
  ["from Document where eventId = 'x'", /cannot be asked for: Document/],
  ["from LogEntry log where log.password = 'x'", /cannot be asked for: log\.password/],
  ["from LogEntry log where other.eventId = 'x'", /cannot be asked for: other\.eventId/],
  ["eventId = 'x' or", /cannot be asked for/],
  ['eventId = category', /cannot be asked for: category/],
  ["eventDate > 'yesterday'", /Invalid date: yesterday/],
  ['id = 1.5', /Invalid id/],
  ['eventId = :missing', /The parameter missing is missing/],
  ['eventId = :constructor', /The parameter constructor is missing/],
  ["id LIKE '1%'", /cannot be asked for: id LIKE/],
  ["eventId = 'x'; drop table audit", /cannot be asked for/],
];

describe('what cannot be asked is refused', () => {
  for (const [text, message] of refused) {
    test(text, () => assert.throws(() => parseAuditQuery(text), { code: 'badRequest', message }));
  }
});

const compare = (column: string, operator: string, value: string | number) => ({
  kind: 'compare',
  column,
  operator,
  value,
});

const understood: readonly (readonly [string, unknown])[] = [
  ['', undefined],
  ['select log from LogEntry log', undefined],
  ["eventId = 'a'", compare('eventId', '=', 'a')],
  [
    "select log from LogEntry log where log.eventId = 'a' and (log.category = 'b' or log.principalName != 'it''s')",
    {
      kind: 'and',
      items: [
        compare('eventId', '=', 'a'),
        { kind: 'or', items: [compare('category', '=', 'b'), compare('principalName', '!=', "it's")] },
      ],
    },
  ],
  [
    "FROM LogEntry AS l\n WHERE l.docPath LIKE '/a/%' and\tnot l.comment is null",
    {
      kind: 'and',
      items: [
        { kind: 'like', column: 'docPath', pattern: '/a/%', ignoreCase: false },
        { kind: 'not', item: { kind: 'null', column: 'comment' } },
      ],
    },
  ],
  [
    "eventId in ('a and b', 'order by c')",
    { kind: 'or', items: [compare('eventId', '=', 'a and b'), compare('eventId', '=', 'order by c')] },
  ],
  [
    "from LogEntry where eventDate between '2024-01-01' and '2024-01-02'",
    {
      kind: 'and',
      items: [
        compare('eventDate', '>=', '2024-01-01T00:00:00.000Z'),
        compare('eventDate', '<=', '2024-01-02T23:59:59.999Z'),
      ],
    },
  ],
  ["(eventDate >= timestamp('2024-01-01 10:00:00'))", compare('eventDate', '>=', '2024-01-01T10:00:00.000Z')],
  ["(logDate < timestamp '2024-01-01')", compare('logDate', '<', '2024-01-01T00:00:00.000Z')],
  ["eventDate > {ts '2024-01-01 10:00:00'}", compare('eventDate', '>', '2024-01-01T10:00:00.000Z')],
  [
    "comment = 'the date ' or docPath = 'by timestamp('",
    { kind: 'or', items: [compare('comment', '=', 'the date '), compare('docPath', '=', 'by timestamp(')] },
  ],
  [
    'principalName = :who and id > 5',
    { kind: 'and', items: [compare('principalName', '=', 'fry'), compare('id', '>', 5)] },
  ],
];

describe('what older clients write is understood', () => {
  for (const [text, condition] of understood) {
    test(text, () => assert.deepEqual(parseAuditQuery(text, { who: 'fry' }).condition, condition));
  }

  test('the order, and the one document that it is about', () => {
    const query = parseAuditQuery(
      "from LogEntry log where log.docUUID = 'x' order by log.eventDate desc, log.id",
    );
    assert.deepEqual(query.sort, [
      { name: 'eventDate', descending: true },
      { name: 'id', descending: false },
    ]);
    assert.equal(query.docUUID, 'x');
    assert.equal(parseAuditQuery("docUUID = 'x' or eventId = 'y'").docUUID, undefined);
  });
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { faultReport } from './fault-report.ts';
import { noteRequest, recentRequests } from './recent-requests.ts';

const place = {
  message: 'Nothing was moved: no.',
  at: new Date('2026-03-04T05:06:07Z'),
  page: '/browse/default-domain/workspaces/Secret plans',
  server: 'https://archive.example/nuxeo',
  browser: 'Firefox',
  window: '1440×900',
  language: 'fr',
};

const request = {
  method: 'GET',
  address: 'https://archive.example/nuxeo/api/v1/path/Secret%20plans/@children?secret=1',
  begun: Date.parse('2026-03-04T05:06:06.500Z'),
  milliseconds: 34,
  status: 403,
  requestId: '5f3a',
};

it('names the message, the place and each request with the id that the server logs', () => {
  const lines = faultReport(place, [request]).split('\n');
  assert.equal(lines[0], 'Message: Nothing was moved: no.');
  assert.equal(lines[1], 'Time: 2026-03-04T05:06:07.000Z');
  assert.equal(lines.at(-2), '2026-03-04T05:06:06.500Z GET /nuxeo/api/v1/path/…: 403 in 34 ms, id 5f3a');
});

it('leaves out names of documents and people, keys, and what a request asked', () => {
  const at = (path: string) => ({ ...request, address: `https://archive.example/nuxeo${path}` });
  const others = ['/api/v1/user/clara', '/api/v1/token/k3y', '/nxonce/k3y/file'].map(at);
  const report = faultReport(place, [request, ...others]);
  assert.doesNotMatch(report, /Secret|secret|clara|k3y/);
  assert.match(report, /\/user\/…/);
});

it('says of what nobody answered that it was so', () => {
  const silent = { ...request, status: 0, requestId: null };
  assert.match(faultReport(place, [silent]), /: no answer in 34 ms\n$/);
});

it('keeps the latest twenty', () => {
  for (let nth = 1; nth <= 25; nth += 1) noteRequest({ ...request, milliseconds: nth });
  assert.deepEqual(
    recentRequests.map(({ milliseconds }) => milliseconds),
    Array.from({ length: 20 }, (_, index) => index + 6),
  );
});

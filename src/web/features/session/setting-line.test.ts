import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settingLine } from './setting-line.ts';

const file = `{
  "server": "/nuxeo",
  "signIn": { "clientId": "light" },
  "branding": {
    "name": "Port",
    "ink": { "light" : "blue" }
  }
}`;

test('a setting has a line, a missing one that of what should hold it', () => {
  assert.equal(settingLine(file, 'server'), 2);
  assert.equal(settingLine(file, 'branding.ink.light'), 6);
  assert.equal(settingLine(file, 'branding.mark'), 4);
  assert.equal(settingLine(file, 'languages'), undefined);
  assert.equal(settingLine(file, ''), undefined);
});

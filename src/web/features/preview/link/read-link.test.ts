import assert from 'node:assert/strict';
import { it } from 'node:test';
import { linkIn } from './read-link.ts';

it('finds the address in a shortcut of Windows', () => {
  const text =
    '[{000214A0-0000-0000-C000-000000000046}]\r\nProp3=19,2\r\n[InternetShortcut]\r\nIDList=\r\nURL=https://example.org/a?b=1&c=2\r\n';
  assert.equal(linkIn(text), 'https://example.org/a?b=1&c=2');
});

it('finds the address in a link of the Mac', () => {
  const text = `<?xml version="1.0"?><plist version="1.0"><dict>
    <key>URL</key>
    <string>https://example.org/a?b=1&amp;c=2</string></dict></plist>`;
  assert.equal(linkIn(text), 'https://example.org/a?b=1&c=2');
});

it('leads nowhere but to the web or to a mail address', () => {
  for (const address of [
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,x',
    'not an address',
    '',
  ])
    assert.equal(linkIn(`[InternetShortcut]\nURL=${address}\n`), null, address);
  assert.equal(linkIn('[InternetShortcut]\nURL=mailto:a@example.org'), 'mailto:a@example.org');
  assert.equal(linkIn('Nothing here'), null);
});

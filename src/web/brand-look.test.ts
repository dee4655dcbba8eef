/** Text drawn in an organisation's colour can be read, whatever the colour is. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrast, inkOnPaper, inkTokens, isColour } from '#wire/ink.ts';

const pair = (tokens: Readonly<Record<string, string>>, name: string): readonly [string, string] => {
  const [light = '', dark = ''] = tokens[name]?.match(/#[0-9a-f]{6}/g) ?? [];
  return [light, dark];
};

const hues = Array.from({ length: 6 ** 3 }, (_, index) => {
  const part = (step: number) => (step * 51).toString(16).padStart(2, '0');
  return `#${part(index % 6)}${part(Math.floor(index / 6) % 6)}${part(Math.floor(index / 36))}`;
});

test('only colours are colours', () => {
  for (const text of ['', 'red', '#12', '#12345', '#1b4f8g', 'url(x)', '#fff;}'])
    assert.equal(isColour(text), false);
  for (const text of ['#fff', '#1B4F86']) assert.equal(isColour(text), true);
});

test('each can be read on every paper, on selected rows, and beneath white words', () => {
  for (const light of hues) {
    assert.ok(contrast(inkOnPaper({ light }), '#ebeae7') >= 4.5, `${light} in a mail`);
    for (const ink of [{ light }, { light, dark: light }]) {
      const tokens = inkTokens(ink);
      const [day, night] = pair(tokens, '--ink');
      const [softDay, softNight] = pair(tokens, '--ink-soft-2');
      for (const paper of ['#fdfdfc', '#f5f4f2', '#ebeae7', softDay])
        assert.ok(contrast(day, paper) >= 4.5, `${light}: ${day} on ${paper}`);
      for (const paper of ['#0c0b0b', '#191817', '#252322', softNight])
        assert.ok(contrast(night, paper) >= 4.5, `${light}: ${night} on ${paper}`);
      for (const fill of [...pair(tokens, '--ink-fill'), ...pair(tokens, '--ink-fill-2')])
        assert.ok(contrast(fill, '#fafbfd') >= 4.5, `${light}: white on ${fill}`);
      // The secondary text of a selected row.
      assert.ok(contrast('#4f4b48', softDay) >= 4.5, `${light}: text on ${softDay}`);
      assert.ok(contrast('#b6b3b0', softNight) >= 4.5, `${light}: text on ${softNight}`);
    }
  }
});

test('a colour that can be read stays as it is, another keeps its hue', () => {
  assert.deepEqual(pair(inkTokens({ light: '#7a1f3d' }), '--ink')[0], '#7a1f3d');
  assert.deepEqual(pair(inkTokens({ light: '#7a1f3d', dark: '#f0a8bd' }), '--ink')[1], '#f0a8bd');
  const [orange] = pair(inkTokens({ light: '#ff8800' }), '--ink');
  const [red = 0, green = 0, blue = 0] =
    orange
      .slice(1)
      .match(/../g)
      ?.map((two) => Number.parseInt(two, 16)) ?? [];
  assert.ok(red > green && green > blue, orange);
});

test('grey stays grey', () => {
  const [soft] = pair(inkTokens({ light: '#444444' }), '--ink-soft');
  assert.equal(new Set(soft.slice(1).match(/../g)).size, 1);
});

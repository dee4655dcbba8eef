/**
 * Property lists as text: lines of `key=value`, `#` comments, a backslash at the end continues the line;
 * and lists as text, where `\,` is a comma that does not separate.
 */

import { pauseWhenLong } from '#server/core/kernel/turns.ts';

export async function readPropertiesText(text: string): Promise<Readonly<Record<string, string>>> {
  const properties: Record<string, string> = {};
  for (const line of logicalLines(text)) {
    await pauseWhenLong();
    if (line.trim() === '' || line.trimStart().startsWith('#')) continue;
    const at = line.indexOf('=');
    if (at <= 0) continue;
    properties[line.slice(0, at).trim()] = line.slice(at + 1).trim();
  }
  return properties;
}

function* logicalLines(text: string): Generator<string> {
  let continued = '';
  for (const line of lines(text)) {
    if (/(?:^|[^\\])(?:\\\\)*\\$/.test(line)) {
      continued += `${line.slice(0, -1)}\n`;
      continue;
    }
    yield continued + line;
    continued = '';
  }
  if (continued !== '') yield continued;
}

/** A generator, because a text may have millions of lines. */
function* lines(text: string): Generator<string> {
  let start = 0;
  for (;;) {
    const end = text.indexOf('\n', start);
    if (end === -1) break;
    yield text.slice(start, text[end - 1] === '\r' ? end - 1 : end);
    start = end + 1;
  }
  yield text.slice(start);
}

export function readListText(text: string): readonly string[] {
  if (text.trim() === '') return [];
  return text.split(/(?<!\\),/).map((item) => item.trim().replaceAll('\\,', ','));
}

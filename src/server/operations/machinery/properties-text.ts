/**
 * Property lists as text: `key=value` lines, `#` comments, a trailing backslash continues the line;
 * and lists as text, where `\,` is a comma that separates nothing.
 */

export function readPropertiesText(text: string): Readonly<Record<string, string>> {
  const properties: Record<string, string> = {};
  for (const line of logicalLines(text)) {
    if (line.trim() === '' || line.trimStart().startsWith('#')) continue;
    const at = line.indexOf('=');
    if (at <= 0) continue;
    properties[line.slice(0, at).trim()] = line.slice(at + 1).trim();
  }
  return properties;
}

function* logicalLines(text: string): Generator<string> {
  let continued = '';
  for (const line of text.split(/\r?\n/)) {
    if (/(?:^|[^\\])(?:\\\\)*\\$/.test(line)) {
      continued += `${line.slice(0, -1)}\n`;
      continue;
    }
    yield continued + line;
    continued = '';
  }
  if (continued !== '') yield continued;
}

export function readListText(text: string): readonly string[] {
  if (text.trim() === '') return [];
  return text.split(/(?<!\\),/).map((item) => item.trim().replaceAll('\\,', ','));
}

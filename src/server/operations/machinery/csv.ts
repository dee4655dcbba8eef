/** Rows of a CSV file: commas or semicolons, quotes doubled inside quotes. Invariant: a broken file gives rows, never an error. */

export function readCsv(text: string): readonly (readonly string[])[] {
  const [head = ''] = text.split(/\r?\n/, 1);
  const separator = head.includes(';') && !head.includes(',') ? ';' : ',';
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  const endCell = (): void => {
    rows.at(-1)?.push(cell);
    cell = '';
  };
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at);
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') cell += text[at++];
      else isQuoted = false;
    } else if (sign === '"' && cell === '') isQuoted = true;
    else if (sign === separator) endCell();
    else if (sign === '\n') {
      endCell();
      rows.push([]);
    } else if (sign !== '\r') cell += sign;
  }
  endCell();
  return rows.filter((row) => row.some((value) => value !== ''));
}

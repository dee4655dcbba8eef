/** Finds the line of a setting in a JSON file. Pure. */

/** @param path with dots; undefined if the file has none of it */
export function settingLine(text: string, path: string): number | undefined {
  let from = 0;
  let line: number | undefined;
  for (const name of path.split('.')) {
    const rest = text.slice(from);
    const found = new RegExp(`${JSON.stringify(name).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*:`).exec(
      rest,
    );
    if (found === null) break;
    from += found.index;
    line = text.slice(0, from).split('\n').length;
  }
  return line;
}

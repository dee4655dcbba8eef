// The width of each column of a table, in characters: as wide as its first rows need, within limits. Pure.

const least = 6;
const most = 42;
const looked = 200;

export function columnWidths(rows: readonly (readonly string[])[]): readonly number[] {
  const columns = rows[0]?.length ?? 0;
  return Array.from({ length: columns }, (_, column) => {
    const lengths = rows.slice(0, looked).map((row) => row[column]?.length ?? 0);
    return Math.min(most, Math.max(least, ...lengths)) + 3;
  });
}

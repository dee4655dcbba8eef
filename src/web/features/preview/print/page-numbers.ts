// Parses page numbers as people write them: "1-3, 7". Pure.

/** From 0, in order, each once; null if it cannot be parsed or has a page that does not exist. */
export function pageNumbers(text: string, pages: number): readonly number[] | null {
  const wanted = new Set<number>();
  for (const part of latinDigits(text).split(/[,;،、]/)) {
    const range = /^\s*(\d{1,7})\s*(?:[-–—]\s*(\d{1,7})\s*)?$/.exec(part);
    if (range === null) return null;
    const first = Number(range[1]);
    const last = Number(range[2] ?? range[1]);
    if (first < 1 || last < first || last > pages) return null;
    for (let page = first; page <= last; page += 1) wanted.add(page - 1);
  }
  return [...wanted].sort((one, other) => one - other);
}

/** Arabic and full-width digits are typed as well. */
function latinDigits(text: string): string {
  const arabic = text.replaceAll(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660));
  return arabic.normalize('NFKC');
}

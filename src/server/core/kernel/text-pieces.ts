/** A long text in pieces. Invariant: both halves of a character are in one piece. */
export function* piecesOf(text: string, characters: number): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = start + characters;
    const isWhole = (text.codePointAt(end - 1) ?? 0) <= 0xffff;
    const next = isWhole ? end : end + 1;
    yield text.slice(start, next);
    start = next;
  }
}

/** Cuts a long text into pieces. Invariant: no surrogate pair is split. */
export function* piecesOf(text: string, characters: number): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = start + characters;
    const isWhole = (text.codePointAt(end - 1) ?? 0) <= 0xffff;
    const next = isWhole ? end : end + 1;
    yield text.slice(start, next);
    start = next;
  }
}

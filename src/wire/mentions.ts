/**
 * How the text of a comment names people: `@` and a login, as plain text, so that every client can read it. A login may
 * be a mail address. Invariant: joined again, the pieces are the text.
 */

export interface TextPiece {
  readonly text: string;
  /** Set if this piece may name somebody; only the server knows whether that person exists. */
  readonly login?: string;
}

/** An `@` right after a letter belongs to a mail address; punctuation after a login belongs to the sentence. */
const mention = /(?<![\p{L}\p{N}_@.+-])@([\p{L}\p{N}_](?:[\p{L}\p{N}_.@+-]*[\p{L}\p{N}_])?)/gu;

export function piecesOf(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let from = 0;
  for (const found of text.matchAll(mention)) {
    if (found.index > from) pieces.push({ text: text.slice(from, found.index) });
    pieces.push({ text: found[0], login: found[1] ?? '' });
    from = found.index + found[0].length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from) });
  return pieces;
}

/** Each login once. */
export function mentionedIn(text: string): readonly string[] {
  return [...new Set(piecesOf(text).flatMap(({ login }) => login ?? []))];
}

/** Typing a name after an @ in a text: finds the name so far, and puts the chosen person in. Pure. */

export interface TypedMention {
  /** The position of the @. */
  readonly from: number;
  readonly term: string;
}

/** Null if the caret is not in a mention. */
export function mentionAt(text: string, caret: number): TypedMention | null {
  const found = /(?<![\p{L}\p{N}_@.+-])@([\p{L}\p{N}_.@+-]*)$/u.exec(text.slice(0, caret));
  return found === null ? null : { from: found.index, term: found[1] ?? '' };
}

export function withMention(
  text: string,
  { from, term }: TypedMention,
  login: string,
): { readonly text: string; readonly caret: number } {
  const before = `${text.slice(0, from)}@${login} `;
  const after = text.slice(from + 1 + term.length).replace(/^ /, '');
  return { text: before + after, caret: before.length };
}

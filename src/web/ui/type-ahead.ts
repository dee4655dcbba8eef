// Typing letters on a list moves to the name that starts with them: ignores accents, works in any script, 700 ms window.

export interface TypeAhead {
  /** Adds a typed character and returns the text so far. `now` in milliseconds. */
  readonly add: (sign: string, now: number) => string;
  /** Whether a text is being typed, so that Space belongs to it. */
  readonly isTyping: (now: number) => boolean;
  /** Call it if the typed text was not part of a name. */
  readonly forget: () => void;
}

const windowMs = 700;

export function createTypeAhead(): TypeAhead {
  let text = '';
  let last = Number.NEGATIVE_INFINITY;
  const isTyping = (now: number) => text !== '' && now - last < windowMs;
  return {
    isTyping,
    forget() {
      text = '';
    },
    add(sign, now) {
      text = isTyping(now) ? text + sign : sign;
      last = now;
      return text;
    },
  };
}

/** Letters without their accents, in one case: "É" finds "etude", "ß" finds "SS". */
export function foldName(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleUpperCase().toLocaleLowerCase();
}

/**
 * The next index, from `cursor` on and around, whose name starts with the text. One character (or the same repeated) starts from
 * the next row, so that pressing it again cycles; a longer text may stay on the current row.
 */
export function findByName(
  text: string,
  cursor: number,
  count: number,
  nameAt: (index: number) => string | undefined,
): number | undefined {
  const signs = [...text];
  const repeated = signs.every((sign) => sign === signs[0]);
  const wanted = foldName(repeated ? (signs[0] ?? '') : text);
  const first = repeated ? cursor + 1 : cursor;
  for (let step = 0; step < count; step += 1) {
    const index = (first + step) % count;
    const name = nameAt(index);
    if (name !== undefined && foldName(name).startsWith(wanted)) return index;
  }
  return undefined;
}

// Finds text in the pieces of a page's text, ignoring accents and case. Pure.
// Invariant: a hit's places are in the page's own pieces, so that it can be marked there.

export interface TextPiece {
  readonly text: string;
  readonly endsLine: boolean;
}

/** Index of the piece, and offset within it. */
export interface TextPlace {
  readonly piece: number;
  readonly offset: number;
}

export interface TextHit {
  readonly start: TextPlace;
  /** After the last character. */
  readonly end: TextPlace;
}

function plain(character: string): string {
  return character.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** Without accents and case; every run of white space becomes one blank. */
export function plainQuery(query: string): string {
  return plain(query).replaceAll(/\s+/g, ' ').trim();
}

export interface SearchableText {
  readonly text: string;
  /** The place of each character of `text`. */
  readonly places: readonly TextPlace[];
}

export function searchable(pieces: readonly TextPiece[]): SearchableText {
  let text = '';
  const places: TextPlace[] = [];
  const add = (character: string, place: TextPlace) => {
    if (character === ' ' && (text === '' || text.endsWith(' '))) return;
    for (const one of character) {
      text += one;
      for (let unit = 0; unit < one.length; unit += 1) places.push(place);
    }
  };
  for (const [piece, { text: written, endsLine }] of pieces.entries()) {
    let offset = 0;
    for (const character of written) {
      add(/\s/.test(character) ? ' ' : plain(character), { piece, offset });
      offset += character.length;
    }
    // Joins a word that is hyphenated at the end of a line.
    if (endsLine && text.endsWith('-')) {
      text = text.slice(0, -1);
      places.pop();
    } else if (endsLine) add(' ', { piece, offset });
  }
  return { text, places };
}

export function findText({ text, places }: SearchableText, wanted: string): readonly TextHit[] {
  const hits: TextHit[] = [];
  if (wanted === '') return hits;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
    const start = places[at];
    const last = places[at + wanted.length - 1];
    if (start !== undefined && last !== undefined) {
      hits.push({ start, end: { piece: last.piece, offset: last.offset + 1 } });
    }
  }
  return hits;
}

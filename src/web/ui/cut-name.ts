// Divides a name into a start that may be cut, an end to keep, and the extension. Pure. Invariant: the three parts joined are the
// name, and no grapheme (accented or joined character) is split. The end begins at a word if one begins nearby, and never with a
// space, which would show as a gap after the dots.

export interface NameParts {
  readonly start: string;
  readonly end: string;
  readonly extension: string;
}

/** Made when the first such name is cut: most first views have none. */
let segmenter: Intl.Segmenter | undefined;

// Segmenting is slow, and most names are plain Latin, where every character is a grapheme.
const plain = /^[\u0020-\u007e\u00a0-\u024f\u2010-\u2026]*$/;

// Letters only, or one of the known extensions with digits: "4.1" and "plan.q16" end in a number, not in an extension.
const ending =
  /(?<=.)\.(?:\p{L}{1,8}|7z|bz2|jp2|m3u8|mp[234]|m4[abprv]|mpeg4|3g[2p]|h26[45]|woff2|p(?:7[bcms]|12)|cr[23])$/iu;

/** Includes the dot; empty if there is none. */
export function extensionOf(name: string): string {
  return ending.exec(name)?.[0] ?? '';
}

/** About how many graphemes of the stem to keep at its end. */
const shownEnd = 8;
/** How many graphemes to either side to search for the beginning of a word. */
const reach = 4;
const between = /[\s_.,–—-]/u;

export function cutName(name: string): NameParts {
  const extension = extensionOf(name);
  const stem = name.slice(0, name.length - extension.length);
  if (plain.test(stem)) {
    const cut = cutOf(stem);
    return { start: stem.slice(0, cut), end: stem.slice(cut), extension };
  }
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const graphemes = Array.from(segmenter.segment(stem), ({ segment }) => segment);
  const cut = cutOf(graphemes);
  return { start: graphemes.slice(0, cut).join(''), end: graphemes.slice(cut).join(''), extension };
}

/** The number of graphemes before the kept end. */
function cutOf(graphemes: ArrayLike<string>): number {
  if (graphemes.length <= shownEnd * 2) return graphemes.length;
  const usual = graphemes.length - shownEnd;
  for (let away = 0; away <= reach; away += 1) {
    if (beginsWord(graphemes, usual - away)) return usual - away;
    if (beginsWord(graphemes, usual + away)) return usual + away;
  }
  let cut = usual;
  while (graphemes[cut] === ' ') cut += 1;
  return cut;
}

function beginsWord(graphemes: ArrayLike<string>, at: number): boolean {
  return between.test(graphemes[at - 1] ?? '') && !between.test(graphemes[at] ?? ' ');
}

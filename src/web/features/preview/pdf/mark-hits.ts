// Marks hits in the text layers of the visible pages with the CSS Custom Highlight API, which does not change the text.
// Invariant: a page removes its marks when it unmounts.
import type { PageHit } from './use-find.ts';

const allName = 'pdf-hit';
const currentName = 'pdf-hit-current';

function highlightOf(name: string): Highlight | null {
  if (!('highlights' in CSS)) return null;
  const known = CSS.highlights.get(name);
  if (known !== undefined) return known;
  const made = new Highlight();
  CSS.highlights.set(name, made);
  return made;
}

export interface PageMarks {
  /** The text elements, in the order of the page's pieces. */
  readonly pieces: readonly HTMLElement[];
  readonly hits: readonly PageHit[];
  readonly current: PageHit | undefined;
}

/** @returns a function that removes the marks */
export function markHits({ pieces, hits, current }: PageMarks): () => void {
  const marked: { readonly highlight: Highlight; readonly range: Range }[] = [];
  for (const hit of hits) {
    const start = pieces[hit.start.piece]?.firstChild;
    const end = pieces[hit.end.piece]?.firstChild;
    const highlight = highlightOf(hit === current ? currentName : allName);
    if (!(start instanceof Text) || !(end instanceof Text) || highlight === null) continue;
    const range = new Range();
    range.setStart(start, Math.min(hit.start.offset, start.length));
    range.setEnd(end, Math.min(hit.end.offset, end.length));
    highlight.add(range);
    marked.push({ highlight, range });
    if (hit === current) start.parentElement?.scrollIntoView({ block: 'center', inline: 'nearest' });
  }
  return () => {
    for (const { highlight, range } of marked) highlight.delete(range);
  };
}

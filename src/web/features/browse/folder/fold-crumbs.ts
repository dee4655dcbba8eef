/** Which steps of a breadcrumb are shown at a width: the first, the last that have room, the rest in a menu. Pure. */

export interface FoldedCrumbs<Crumb> {
  readonly first: Crumb | undefined;
  readonly folded: readonly Crumb[];
  readonly last: readonly Crumb[];
}

/** The first step and the menu. */
const fixedPx = 80;
/** A step's paddings and the sign before it. */
const aroundPx = 27;
const signPx = 7.5;
/** Writing whose signs are as wide as high. */
const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]/gu;

function widthOf(title: string): number {
  return aroundPx + signPx * (title.length + (title.match(wide)?.length ?? 0));
}

/** Reckoned, not measured: what is a little too long is cut by its own ellipsis. */
export function foldCrumbs<Crumb extends { readonly title: string }>(
  crumbs: readonly Crumb[],
  width: number,
): FoldedCrumbs<Crumb> {
  const [first, ...rest] = crumbs;
  let room = width - fixedPx;
  let cut = rest.length;
  for (const { title } of rest.toReversed()) {
    room -= widthOf(title);
    if (room < 0 && cut < rest.length) break;
    cut -= 1;
  }
  return { first, folded: rest.slice(0, cut), last: rest.slice(cut) };
}

/**
 * Fits a breadcrumb into a width: shows the first step and as many of the last as possible; the others go into a menu.
 * Pure.
 */

export interface FoldedCrumbs<Crumb> {
  readonly first: Crumb | undefined;
  readonly folded: readonly Crumb[];
  readonly last: readonly Crumb[];
}

/** Width of the first step and the menu. */
const fixedPx = 80;
/** The padding of a step and the separator before it. */
const aroundPx = 27;
const characterPx = 7.5;
/** Characters that are twice as wide: Chinese, Japanese, Korean. */
const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]/gu;

function widthOf(title: string): number {
  return aroundPx + characterPx * (title.length + (title.match(wide)?.length ?? 0));
}

/** Widths are estimated, not measured: a step that is a little too long ends in an ellipsis. */
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

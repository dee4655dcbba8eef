/** Which steps of a breadcrumb are shown at a width: the first, the last few, the rest in a menu. Pure. */

export interface FoldedCrumbs<Crumb> {
  readonly first: Crumb | undefined;
  readonly folded: readonly Crumb[];
  readonly last: readonly Crumb[];
}

const crumbPx = 130;
const fixedPx = 80;

export function foldCrumbs<Crumb>(crumbs: readonly Crumb[], width: number): FoldedCrumbs<Crumb> {
  const [first, ...rest] = crumbs;
  const room = Math.max(1, Math.floor((width - fixedPx) / crumbPx));
  const cut = Math.max(0, rest.length - room);
  return { first, folded: rest.slice(0, cut), last: rest.slice(cut) };
}

// The terms of a vocabulary as options of a field. Pure. Invariant: an option's id is the stored value: in a tree, the whole
// path.
import type { DirectorySuggestion } from '#web/api/directories.ts';
import type { ComboboxOption } from '#web/ui/combobox.tsx';
import { foldName } from '#web/ui/type-ahead.ts';

/** Branches become headings; a branch that may itself be chosen is the first option under its heading. */
export function directoryOptions(
  terms: readonly DirectorySuggestion[],
  canSelectParent: boolean,
): readonly ComboboxOption[] {
  const flat: ComboboxOption[] = [];
  const branches: ComboboxOption[] = [];
  for (const term of terms) {
    if (term.children.length === 0) flat.push({ id: term.computedId, label: term.displayLabel });
    else branches.push(...branch(term, canSelectParent));
  }
  return [...flat, ...branches];
}

function branch(term: DirectorySuggestion, canSelectParent: boolean): readonly ComboboxOption[] {
  const group = term.absoluteLabel.replaceAll('/', ' / ');
  const own = { id: term.computedId, label: term.displayLabel, group };
  const leaves = term.children.filter(({ children }) => children.length === 0);
  const deeper = term.children.filter(({ children }) => children.length > 0);
  return [
    ...(canSelectParent && term.computedId !== '' ? [own] : []),
    ...leaves.map(({ computedId, displayLabel }) => ({ id: computedId, label: displayLabel, group })),
    ...deeper.flatMap((child) => branch(child, canSelectParent)),
  ];
}

/**
 * The options whose own label contains `typed`, best first: equal to it, beginning with it, with a word that does, others. Last
 * come the options below a term whose whole label is `typed`.
 */
export function matchingOptions(
  options: readonly ComboboxOption[],
  typed: string,
): readonly ComboboxOption[] {
  const wanted = foldName(typed.trim());
  if (wanted === '') return options;
  const found = options
    .map((option) => ({ option, rank: rankOf(option, wanted) }))
    .filter(({ rank }) => rank !== undefined);
  // Options of one heading stay together, at the position of the best of them.
  const groups = [...Map.groupBy(found, ({ option }) => option.group ?? '').values()];
  const best = (group: typeof found) => Math.min(...group.map(({ rank = 0 }) => rank));
  return groups
    .toSorted((a, b) => best(a) - best(b))
    .flatMap((group) => group.toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0)))
    .map(({ option }) => option);
}

function rankOf({ label, group = '' }: ComboboxOption, wanted: string): number | undefined {
  const name = foldName(label);
  if (name === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  if (name.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted))) return 2;
  if (name.includes(wanted)) return 3;
  return group.split(' / ').some((ancestor) => foldName(ancestor) === wanted) ? 4 : undefined;
}

/** Labels with their ancestors, by stored value. */
export function directoryLabels(
  terms: readonly DirectorySuggestion[],
): ReadonlyMap<string, readonly string[]> {
  const labels = new Map<string, readonly string[]>();
  const add = (list: readonly DirectorySuggestion[], above: readonly string[]) => {
    for (const term of list) {
      const path = [...above, term.displayLabel];
      if (term.computedId !== '') labels.set(term.computedId, path);
      add(term.children, path);
    }
  };
  add(terms, []);
  return labels;
}

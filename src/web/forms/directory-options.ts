// The terms of a vocabulary as options of a field. Pure.
// Invariant: an option's id is the value that is stored: the whole path where the vocabulary is a tree.
import type { DirectorySuggestion } from '#web/api/directories.ts';
import type { ComboboxOption } from '#web/ui/combobox.tsx';

/** Branches become headings; a branch that may be chosen itself comes first under its own. */
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

/**
 * The terms of a vocabulary as a tree: labels in the reader's language, order, filter, moving. Pure.
 * Invariant: every entry is in the tree once; an entry without a known parent is at the top.
 */
import type { TreeNode } from '#web/ui/tree-rows.ts';
import type { DirectoryEntity, DirectoryEntryEntity } from '#wire/directory.ts';
import { isString, type JsonObject } from '#wire/json.ts';

export interface Term extends TreeNode {
  readonly entryId: string;
  /** An entry of another vocabulary, below which this one's terms are shown. */
  readonly borrowed: boolean;
  readonly obsolete: boolean;
  readonly ordering: number;
  readonly parent: string | null;
  readonly properties: JsonObject;
}

export interface TermTree {
  readonly roots: readonly Term[];
  readonly children: ReadonlyMap<string, readonly Term[]>;
}

const defaultOrdering = 10_000_000;

export function keyOf(directory: string, entryId: string): string {
  return `${directory}:${entryId}`;
}

/** The columns with a term's labels, in the order of the form: the reader's language first. */
export function labelColumns(
  directory: DirectoryEntity,
  entries: readonly DirectoryEntryEntity[],
  language: string,
): readonly string[] {
  const known = Object.keys(entries[0]?.properties ?? {}).filter((name) => /^label(_|$)/.test(name));
  const usual = directory.schema.startsWith('l10n') ? ['label_en', 'label_fr'] : ['label'];
  const own = `label_${language}`;
  return (known.length === 0 ? usual : known).toSorted((a, b) => Number(b === own) - Number(a === own));
}

export function termOf(entry: DirectoryEntryEntity, language: string, borrowed = false): Term {
  const { properties } = entry;
  const words = [properties[`label_${language}`], properties.label_en, properties.label];
  const { parent, ordering } = properties;
  return {
    id: keyOf(entry.directoryName, entry.id),
    entryId: entry.id,
    label: words.filter(isString).find((word) => word !== '') ?? entry.id,
    hasChildren: false,
    borrowed,
    obsolete: Number(properties.obsolete ?? 0) > 0,
    ordering: typeof ordering === 'number' ? ordering : defaultOrdering,
    parent: isString(parent) && parent !== '' ? parent : null,
    properties,
  };
}

/** @param borrowed the terms of the vocabulary that has the parents, if that is another one */
export function treeOf(
  directory: DirectoryEntity,
  terms: readonly Term[],
  borrowed: readonly Term[],
  language: string,
): TermTree {
  const home = directory.parent ?? directory.name;
  const present = new Set([...terms, ...borrowed].map(({ id }) => id));
  const placed = Map.groupBy(terms, ({ id, parent }) => {
    const above = parent === null || directory.parent === null ? '' : keyOf(home, parent);
    return present.has(above) && above !== id ? above : '';
  });
  const inOrder = comparing(language);
  const shown = (list: readonly Term[]) =>
    list.map((term) => ({ ...term, hasChildren: placed.has(term.id) })).toSorted(inOrder);
  const children = new Map([...placed].map(([above, list]) => [above, shown(list)]));
  return { roots: [...shown(borrowed), ...(children.get('') ?? [])], children };
}

function comparing(language: string) {
  const { compare } = new Intl.Collator(language);
  return (a: Term, b: Term) => a.ordering - b.ordering || compare(a.label, b.label);
}

/** The terms whose label or identifier contains `words`, with all terms above them. */
export function filterTree(tree: TermTree, words: string): TermTree {
  const wanted = folded(words);
  if (wanted === '') return tree;
  const children = new Map<string, readonly Term[]>();
  const keep = (terms: readonly Term[]): readonly Term[] =>
    terms.flatMap((term) => {
      const below = keep(tree.children.get(term.id) ?? []);
      if (below.length > 0) children.set(term.id, below);
      const own = folded(`${term.label} ${term.entryId}`).includes(wanted);
      return own || below.length > 0 ? [{ ...term, hasChildren: below.length > 0 }] : [];
    });
  return { roots: keep(tree.roots), children };
}

function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase().trim();
}

/** The term and its siblings, in order. */
export function siblingsOf(tree: TermTree, id: string): readonly Term[] {
  const groups = [tree.roots, ...tree.children.values()];
  const found = groups.find((group) => group.some((term) => term.id === id)) ?? [];
  return found.filter(({ borrowed }) => !borrowed);
}

/** The distance of a term from one of its siblings, which is how far a drop on that one moves it. */
export function placesBetween(tree: TermTree, id: string, target: string): number {
  const siblings = siblingsOf(tree, id);
  const [from, to] = [id, target].map((one) => siblings.findIndex((term) => term.id === one));
  return from === undefined || to === undefined || from < 0 || to < 0 ? 0 : to - from;
}

export interface OrderingChange {
  readonly entryId: string;
  readonly ordering: number;
}

/** The orderings to write so that the term moves by `step`; empty if it cannot move there. */
export function orderingsAfterMove(
  siblings: readonly Term[],
  id: string,
  step: number,
): readonly OrderingChange[] {
  const from = siblings.findIndex((term) => term.id === id);
  const to = from + step;
  const term = siblings[from];
  if (term === undefined || to < 0 || to >= siblings.length) return [];
  return siblings
    .toSpliced(from, 1)
    .toSpliced(to, 0, term)
    .map(({ entryId, ordering }, index) => ({ entryId, ordering: (index + 1) * 10, was: ordering }))
    .filter(({ ordering, was }) => ordering !== was)
    .map(({ entryId, ordering }) => ({ entryId, ordering }));
}

/** Keys of the terms above a term, nearest first. */
export function ancestorKeys(tree: TermTree, id: string): readonly string[] {
  const above = [...tree.children].find(([, terms]) => terms.some((term) => term.id === id))?.[0] ?? '';
  return above === '' ? [] : [above, ...ancestorKeys(tree, above)];
}

/** The value that documents store: the ids from the top down, joined by slashes. */
export function storedValue(tree: TermTree, term: Term): string {
  const known = new Map([...tree.roots, ...[...tree.children.values()].flat()].map((one) => [one.id, one]));
  const above = ancestorKeys(tree, term.id).flatMap((id) => known.get(id)?.entryId ?? []);
  return [...above.toReversed(), term.entryId].join('/');
}

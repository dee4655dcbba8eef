/**
 * Directory entries for pickers: filtered, labelled, as trees.
 * Invariant: obsolete entries are left out unless asked for; sorted by `ordering`, then by label in the language's order.
 */
import type { Json, JsonObject } from '#wire/json.ts';
import type { Session } from '../kernel/session.ts';
import { type DirectoryEntry, directoryNamed, listEntries } from './entries.ts';

export interface SuggestionOptions {
  readonly searchTerm?: string | undefined;
  readonly localize?: boolean | undefined;
  readonly language?: string | undefined;
  /** May hold `{lang}`. */
  readonly labelField?: string | undefined;
  /** The schema has a label column for each language. */
  readonly hasLabelColumns?: boolean | undefined;
  readonly canSelectParent?: boolean | undefined;
  /** The term is matched against parents too. */
  readonly filterParent?: boolean | undefined;
  readonly keySeparator?: string | undefined;
  readonly absoluteLabelSeparator?: string | undefined;
  readonly showObsolete?: boolean | undefined;
  readonly filters?: Readonly<Record<string, string>> | undefined;
  readonly limit?: number | undefined;
  readonly contains?: boolean | undefined;
  readonly caseSensitive?: boolean | undefined;
}

interface Node {
  readonly entry: DirectoryEntry;
  readonly label: string;
  readonly computedId: string;
  readonly absoluteLabel: string;
  readonly isObsolete: boolean;
  readonly ordering: number;
  readonly children: Node[];
}

export async function suggestEntries(
  session: Session,
  directoryName: string,
  options: SuggestionOptions = {},
): Promise<readonly JsonObject[]> {
  const roots = await tree(session, directoryName, options);
  const matches = matcher(options);
  const pruned = prune(roots, matches, options, false);
  const limit = options.limit ?? -1;
  const sorted = sort(pruned, options.language ?? 'en');
  return (limit >= 0 ? sorted.slice(0, limit) : sorted).map((node) => present(node, options));
}

/** Puts entries below their parents, in the same directory or in the parent directory. */
async function tree(
  session: Session,
  directoryName: string,
  options: SuggestionOptions,
): Promise<readonly Node[]> {
  const directory = directoryNamed(session, directoryName);
  const separators = [options.keySeparator ?? '/', options.absoluteLabelSeparator ?? '/'] as const;
  const entries = (await listEntries(session, directoryName)).entries.filter(
    (entry) =>
      (options.showObsolete || !isObsolete(entry)) &&
      Object.entries(options.filters ?? {}).every(
        ([name, value]) => String(entry.properties[name]) === value,
      ),
  );
  const above = new Map<string, Node>();
  if (directory.parent !== null && directory.parent !== directoryName) {
    for (const node of flatten(await tree(session, directory.parent, { ...options, filters: {} }))) {
      above.set(node.entry.id, node);
    }
  }
  const byParent = Map.groupBy(entries, (entry) => String(entry.properties.parent ?? ''));
  const build = (entry: DirectoryEntry, parent: Node | undefined, path: readonly string[]): Node => {
    const label = labelOf(session, entry, options);
    const node: Node = {
      entry,
      label,
      computedId: parent ? `${parent.computedId}${separators[0]}${entry.id}` : entry.id,
      absoluteLabel: parent ? `${parent.absoluteLabel}${separators[1]}${label}` : label,
      isObsolete: isObsolete(entry),
      ordering: Number(entry.properties.ordering ?? 0),
      children: [],
    };
    // A cycle of parents must not loop for ever.
    if (directory.parent === directoryName && !path.includes(entry.id)) {
      for (const child of byParent.get(entry.id) ?? []) {
        node.children.push(build(child, node, [...path, entry.id]));
      }
    }
    return node;
  };
  if (above.size === 0) {
    const top = directory.parent === directoryName ? (byParent.get('') ?? []) : entries;
    return top.map((entry) => build(entry, undefined, []));
  }
  for (const parent of above.values()) {
    for (const entry of byParent.get(parent.entry.id) ?? []) parent.children.push(build(entry, parent, []));
  }
  const parents = new Set(above.values());
  return [...parents].filter((node) => !hasParentAmong(node, above) && leadsToEntries(node, parents));
}

/** False for a parent without entries of the directory below it. */
function leadsToEntries(node: Node, parents: ReadonlySet<Node>): boolean {
  if (!parents.has(node)) return true;
  const children = node.children.filter((child) => leadsToEntries(child, parents));
  node.children.splice(0, node.children.length, ...children);
  return children.length > 0;
}

function hasParentAmong(node: Node, nodes: ReadonlyMap<string, Node>): boolean {
  const parent = node.entry.properties.parent;
  return typeof parent === 'string' && nodes.has(parent);
}

function flatten(nodes: readonly Node[]): readonly Node[] {
  return nodes.flatMap((node) => [node, ...flatten(node.children)]);
}

function isObsolete(entry: DirectoryEntry): boolean {
  const value = entry.properties.obsolete;
  return typeof value === 'number' && value > 0;
}

function labelOf(session: Session, entry: DirectoryEntry, options: SuggestionOptions): string {
  const language = options.language ?? 'en';
  const columns = [
    (options.labelField ?? 'label').replace('{lang}', language),
    ...(options.hasLabelColumns ? [`label_${language}`, 'label_en'] : []),
    'label',
    'label_en',
  ];
  const value = columns.map((name) => entry.properties[name]).find((one) => typeof one === 'string');
  const label = typeof value === 'string' ? value : entry.id;
  return options.localize && !options.hasLabelColumns
    ? session.repository.directories.translate(label, language)
    : label;
}

function matcher(options: SuggestionOptions): (node: Node) => boolean {
  const fold = (text: string): string => (options.caseSensitive ? text : text.toLowerCase());
  const term = fold(options.searchTerm?.trim() ?? '');
  if (term === '') return () => true;
  return ({ label }) => (options.contains ? fold(label).includes(term) : fold(label).startsWith(term));
}

/** Keeps matching entries and their parents. */
function prune(
  nodes: readonly Node[],
  matches: (node: Node) => boolean,
  options: SuggestionOptions,
  isInside: boolean,
): readonly Node[] {
  return nodes.flatMap((node) => {
    const counts =
      node.children.length === 0 || options.canSelectParent === true || options.filterParent === true;
    const isHit = isInside || (counts && matches(node));
    const takesAll = Boolean(options.filterParent) && isHit;
    const children = prune(node.children, matches, options, takesAll);
    if (node.children.length > 0 && !options.canSelectParent) {
      return children.length > 0 ? [{ ...node, children: [...children] }] : [];
    }
    return isHit || children.length > 0 ? [{ ...node, children: [...children] }] : [];
  });
}

function sort(nodes: readonly Node[], language: string): readonly Node[] {
  const collator = new Intl.Collator(language);
  return nodes
    .map((node) => ({ ...node, children: [...sort(node.children, language)] }))
    .sort(
      (one, other) =>
        Number(one.isObsolete) - Number(other.isObsolete) ||
        one.ordering - other.ordering ||
        collator.compare(one.label, other.label),
    );
}

function present(node: Node, options: SuggestionOptions): JsonObject {
  const children: readonly Json[] = node.children.map((child) => present(child, options));
  if (children.length > 0 && !options.canSelectParent) return { displayLabel: node.label, children };
  const { entry } = node;
  const columns = Object.fromEntries(Object.entries(entry.properties).filter(([, value]) => value !== null));
  return {
    ...columns,
    displayLabel: node.label,
    directoryName: entry.directory.name,
    properties: columns,
    'entity-type': 'directoryEntry',
    computedId: node.computedId,
    absoluteLabel: node.absoluteLabel,
    ...(node.isObsolete ? { warn_message: `${node.label} is obsolete` } : {}),
    ...(children.length > 0 ? { children } : {}),
  };
}

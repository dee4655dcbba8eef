/**
 * Conditions on list elements. A wildcard (`files:files/*1/file/name`) stands for one element of a list, or for a missing
 * value when the list is empty, as in an outer join; a document matches when some choice of elements makes the whole condition
 * true.
 * Invariant: an element is quantified (EXISTS) at the smallest part of the condition that contains all its uses, so that
 * unrelated wildcards never multiply. NOT was moved to the leaves before (De Morgan's laws hold in SQL's logic too).
 */
import { type RawBuilder, sql } from 'kysely';
import { allOf, anyOf, type Condition } from './sql-terms.ts';

export interface ListElement {
  readonly alias: string;
  /** The list as a table of its elements. */
  readonly table: RawBuilder<unknown>;
  /** See Engine.withinTime. */
  readonly guard: Condition | undefined;
  /** The element that contains this list; it counts as used wherever this one is. */
  readonly parent: ListElement | undefined;
}

export interface Term {
  readonly condition: Condition;
  /** Elements in the condition that are not quantified yet, with their number of uses in it. */
  readonly open: ReadonlyMap<ListElement, number>;
}

export type Uses = ReadonlyMap<ListElement, number>;

export function leaf(condition: Condition, elements: readonly ListElement[], total: Uses): Term {
  const open = new Map<ListElement, number>();
  for (const element of elements) {
    for (let one: ListElement | undefined = element; one !== undefined; one = one.parent)
      open.set(one, (open.get(one) ?? 0) + 1);
  }
  return close({ condition, open }, total);
}

/** Parts that share elements go under one EXISTS; the others stay apart. */
export function conjunction(terms: readonly Term[], total: Uses): Term {
  const groups: Term[][] = [];
  for (const term of terms.filter(({ open }) => open.size > 0)) {
    const related = groups.filter((group) => group.some((one) => shareElements(one, term)));
    const others = groups.filter((group) => !related.includes(group));
    groups.splice(0, groups.length, ...others, [...related.flat(), term]);
  }
  const closed = [
    ...terms.filter(({ open }) => open.size === 0),
    ...groups.map((group) =>
      close({ condition: allOf(group.map((term) => term.condition)), open: sumUses(group) }, total),
    ),
  ];
  return { condition: allOf(closed.map((term) => term.condition)), open: sumUses(closed) };
}

/** EXISTS distributes over OR, so each part gets its own. */
export function disjunction(terms: readonly Term[], total: Uses): Term {
  const uses = sumUses(terms);
  const closed = terms.map((term) => close(term, total, uses));
  return { condition: anyOf(closed.map((term) => term.condition)), open: sumUses(closed) };
}

/** Quantifies elements that are used nowhere else; `uses` counts the uses in the part that is closed. */
function close(term: Term, total: Uses, uses: Uses = term.open): Term {
  const complete = [...term.open.keys()].filter((element) => uses.get(element) === total.get(element));
  if (complete.length === 0) return term;
  const open = new Map([...term.open].filter(([element]) => !complete.includes(element)));
  const tables = complete
    .toSorted((one, other) => depth(one) - depth(other))
    .map((element) => sql`left join ${element.table} on true`);
  const guards = complete.flatMap(({ guard }) => guard ?? []);
  const condition: Condition = sql`exists (select 1 from (select 1 as one) as base
    ${sql.join(tables, sql` `)} where ${allOf([...guards, term.condition])})`;
  return { condition, open };
}

export function depth(element: ListElement): number {
  return element.parent === undefined ? 0 : 1 + depth(element.parent);
}

function shareElements(one: Term, other: Term): boolean {
  return [...one.open.keys()].some((element) => other.open.has(element));
}

function sumUses(terms: readonly Term[]): Map<ListElement, number> {
  const sum = new Map<ListElement, number>();
  for (const term of terms) {
    for (const [element, uses] of term.open) sum.set(element, (sum.get(element) ?? 0) + uses);
  }
  return sum;
}

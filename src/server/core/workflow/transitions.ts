/** Chooses a workflow's next transition from conditions on its variables. Invariant: conditions change nothing. */
import type { Condition, Transition, WorkflowNode } from './definitions.ts';
import { stringList, type Values } from './variables.ts';

/** The first transition whose conditions all hold; undefined when none does. */
export function nextTransition(
  node: WorkflowNode,
  values: Values,
  button: string | undefined,
): Transition | undefined {
  return node.transitions.find(({ when }) => when.every((condition) => holds(condition, values, button)));
}

function holds(condition: Condition, values: Values, button: string | undefined): boolean {
  switch (condition.kind) {
    case 'button':
      return condition.name === button;
    case 'indexAtEnd':
      return indexIn(values, condition.index) >= stringList(values[condition.list]).length;
    case 'indexInside':
      return indexIn(values, condition.index) < stringList(values[condition.list]).length;
    case 'indexBefore':
      return indexIn(values, condition.index) < 0;
    case 'indexNotBefore':
      return indexIn(values, condition.index) >= 0;
  }
}

export function indexIn(values: Values, name: string): number {
  const value = values[name];
  return typeof value === 'number' ? value : 0;
}

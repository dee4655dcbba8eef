/**
 * Filters the list of tasks, and finds which can be decided together. Pure.
 * Invariant: tasks of one kind are the same step of the same workflow model with the same buttons, so one form fits them
 * all.
 */
import type { TaskActionEntity, TaskEntity } from '#wire/activity.ts';

export type DueFilter = 'any' | 'late' | 'week' | 'none';

export interface TaskFilter {
  readonly words: string;
  /** Empty: every kind. */
  readonly kind: string;
  readonly due: DueFilter;
}

export const noTaskFilter: TaskFilter = { words: '', kind: '', due: 'any' };

const weekMs = 7 * 86_400_000;

export function kindOfTask(task: TaskEntity): string {
  const actions = actionsOf(task).map(({ name }) => name);
  return [task.workflowModelName, task.nodeName, ...actions].join(' ');
}

export function actionsOf(task: TaskEntity): readonly TaskActionEntity[] {
  return task.taskInfo?.taskActions ?? [];
}

/** The kinds among these tasks with their names, each once. */
export function kindsAmong(tasks: readonly TaskEntity[]): ReadonlyMap<string, string> {
  return new Map(tasks.map((task) => [kindOfTask(task), task.name]));
}

/** @param textOf the text of a task's row, in which the words are searched */
export function filteredTasks(
  tasks: readonly TaskEntity[],
  { words, kind, due }: TaskFilter,
  now: Date,
  textOf: (task: TaskEntity) => string,
): readonly TaskEntity[] {
  const wanted = folded(words).split(/\s+/).filter(Boolean);
  return tasks.filter((task) => {
    if (kind !== '' && kindOfTask(task) !== kind) return false;
    if (!isDue(task, due, now)) return false;
    const text = wanted.length === 0 ? '' : folded(textOf(task));
    return wanted.every((word) => text.includes(word));
  });
}

function isDue({ dueDate }: TaskEntity, due: DueFilter, now: Date): boolean {
  if (due === 'any') return true;
  const at = dueDate === null ? Number.NaN : Date.parse(dueDate);
  if (Number.isNaN(at)) return due === 'none';
  if (due === 'late') return at < now.getTime();
  return due === 'week' && at < now.getTime() + weekMs;
}

function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();
}

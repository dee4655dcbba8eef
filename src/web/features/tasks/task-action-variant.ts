/** The look of a task's buttons: the last that validates is the primary one, one that refuses is red. */
import type { ButtonStyle } from '#web/ui/button.tsx';
import type { TaskActionEntity } from '#wire/activity.ts';

export function actionVariant({ name, validate }: TaskActionEntity, last: boolean): ButtonStyle['variant'] {
  if (last && validate) return 'primary';
  return /^(reject|refuse|deny)/i.test(name) ? 'danger' : 'line';
}

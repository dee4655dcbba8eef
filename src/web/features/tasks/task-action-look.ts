/** How the button of a task's action looks: the last that goes on is the main one, one that refuses is red. */
import type { ButtonLook } from '#web/ui/button.tsx';
import type { TaskActionEntity } from '#wire/activity.ts';

export function actionLook({ name, validate }: TaskActionEntity, last: boolean): ButtonLook['look'] {
  if (last && validate) return 'primary';
  return /^(reject|refuse|deny)/i.test(name) ? 'danger' : 'line';
}

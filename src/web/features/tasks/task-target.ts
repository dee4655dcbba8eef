/** The title of a task's document, if the reader may see it. */
import { isDocument } from '#web/api/guards.ts';
import type { TaskEntity } from '#wire/activity.ts';

export function targetTitle({ targetDocumentIds: [target] }: TaskEntity): string | undefined {
  return isDocument(target) ? target.title : undefined;
}

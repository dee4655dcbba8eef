/**
 * When a version was made and what was said of it, as the log has it: the version itself keeps the dates of what it holds.
 * Pure.
 */
import type { LogEntryEntity } from '#wire/activity.ts';

export interface MadeVersion {
  readonly date: string;
  readonly comment: string;
}

/** The log writes the label before what the person said of it: "1.0 Signed". Undefined where it does not have it. */
export function madeVersion(
  label: string,
  entries: readonly Pick<LogEntryEntity, 'comment' | 'eventDate'>[],
): MadeVersion | undefined {
  const found = entries.find(({ comment }) => comment === label || comment?.startsWith(`${label} `) === true);
  return found && { date: found.eventDate, comment: (found.comment ?? '').slice(label.length).trim() };
}

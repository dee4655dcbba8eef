/**
 * Finds in the log when a version was made and with which comment: the version itself has only the dates of its content.
 * Pure.
 */
import type { LogEntryEntity } from '#wire/activity.ts';

export interface MadeVersion {
  readonly date: string;
  readonly comment: string;
}

/** In the log the comment comes after the label: "1.0 Signed". Undefined if the log has no entry for this version. */
export function madeVersion(
  label: string,
  entries: readonly Pick<LogEntryEntity, 'comment' | 'eventDate'>[],
): MadeVersion | undefined {
  const found = entries.find(({ comment }) => comment === label || comment?.startsWith(`${label} `) === true);
  return found && { date: found.eventDate, comment: (found.comment ?? '').slice(label.length).trim() };
}

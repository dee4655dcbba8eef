/** Whether somebody may read somebody else's mail address: everybody, as in the Platform, unless the server hides them. */
import type { Session } from '../kernel/session.ts';
import { isPeopleEditor } from './editing-rights.ts';

export function maySeeEmail(session: Session, username: string): boolean {
  if (!session.repository.settings.hidesEmails) return true;
  return username === session.username || isPeopleEditor(session);
}

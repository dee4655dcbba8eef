/** Whether a person may see another's mail address: everybody may, as in the Platform, unless the server hides addresses. */
import type { Session } from '../kernel/session.ts';
import { isPeopleEditor } from './editing-rights.ts';

export function maySeeEmail(session: Session, username: string): boolean {
  if (!session.repository.settings.hidesEmails) return true;
  return username === session.username || isPeopleEditor(session);
}

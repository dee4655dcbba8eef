/**
 * The caller's name with all rights, for what rules do on a person's behalf (tags, comments, personal workspaces).
 * Invariant: used only after the rule itself has decided that the person may do this.
 */
import type { Session } from '../kernel/session.ts';

export function elevated(session: Session): Session {
  return session.principals.isAdministrator
    ? session
    : session.as({ ...session.principals, isAdministrator: true });
}

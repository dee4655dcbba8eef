/**
 * The caller's own name with every right, for what rules do on a person's behalf (tags, comments, personal places).
 * Invariant: used only after the rule itself has decided that this person may have it done.
 */
import type { Session } from '../kernel/session.ts';

export function elevated(session: Session): Session {
  return session.principals.isAdministrator
    ? session
    : session.as({ ...session.principals, isAdministrator: true });
}

/** The principals of a caller who has not signed in yet. */
import type { Principals } from '#server/core/kernel/model.ts';

export const anonymousPrincipals: Principals = {
  username: 'Guest',
  groups: [],
  isAdministrator: false,
  isAnonymous: true,
};

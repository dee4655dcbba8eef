/** An entry of a list of rights, as tests write it: granted, for always. */
import type { AceEntity } from '#wire/activity.ts';

export function ace(username: string, permission: string, more: Partial<AceEntity> = {}): AceEntity {
  return {
    id: `${username}:${permission}`,
    username,
    permission,
    granted: true,
    creator: null,
    begin: null,
    end: null,
    status: 'effective',
    ...more,
  };
}

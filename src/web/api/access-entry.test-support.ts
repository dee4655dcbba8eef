/** An access entry for tests: granted, without a time limit. */
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

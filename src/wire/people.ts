/** Users, groups, the signed-in user, sign-in and tokens. */
import type { Json, JsonObject } from './json.ts';

export interface UserEntity {
  readonly 'entity-type': 'user';
  readonly id: string;
  readonly properties: JsonObject;
  readonly extendedGroups: readonly { readonly name: string; readonly label: string; readonly url: string }[];
  readonly isPartial?: boolean;
  readonly isAdministrator: boolean;
  readonly isAnonymous: boolean;
  readonly contextParameters?: JsonObject;
}

export interface GroupEntity {
  readonly 'entity-type': 'group';
  readonly id: string;
  readonly groupname: string;
  readonly grouplabel: string | null;
  readonly properties: JsonObject;
  readonly memberUsers?: readonly Json[];
  readonly memberGroups?: readonly Json[];
  readonly parentGroups?: readonly Json[];
}

export interface LoginEntity {
  readonly 'entity-type': 'login';
  readonly username: string;
  readonly isAdministrator: boolean;
  readonly groups: readonly string[];
}

/** The token endpoint's answer; exactly these four keys. `expires_in` in whole seconds. */
export interface OAuthTokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly token_type: 'bearer';
  readonly expires_in: number;
}

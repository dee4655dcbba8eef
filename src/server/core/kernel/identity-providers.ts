/**
 * Ports to the services that know an organisation's people (OpenID Connect, LDAP).
 * Invariant: an identity is what such a service has proved; core/signin decides what the person may do here.
 */

/** A person as another service describes them. */
export interface ExternalIdentity {
  /** The person's id at that service: never reused and never changed. */
  readonly subject: string;
  readonly username: string;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  /** Absent when the service has not verified it. */
  readonly email: string | undefined;
  /** Names of groups at that service. */
  readonly groups: readonly string[];
  /** The id of the session at the service, when the provider can end sessions. */
  readonly session: string | undefined;
  /** In milliseconds since 1970, 0 when the password must be changed; absent when the service does not tell. */
  readonly passwordChanged: number | undefined;
}

/** How people from another service get accounts here. */
export interface AccountRules {
  /** Group names there to groups here, or `same`: groups of the same name, except groups of administrators. */
  readonly groups: ReadonlyMap<string, string> | 'same';
  /** Groups of everybody from that service. */
  readonly defaultGroups: readonly string[];
  /** A person who first signs in with a username that exists here gets that account. */
  readonly adoptsAccounts: boolean;
}

export interface AccountSource {
  readonly name: string;
  readonly label: string;
  /** Identifies the service for good, also when its name in the settings changes. */
  readonly issuer: string;
  readonly accounts: AccountRules;
}

/** Values that the browser keeps during the sign-in, and must send back at its end. */
export interface SignInProof {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Signs people in on its own pages (OpenID Connect). */
export interface IdentityProvider extends AccountSource {
  begin(returnAddress: string): Promise<{ readonly address: string; readonly proof: SignInProof }>;
  /**
   * @param answer the return address as the browser called it
   * @throws IdentityRefused when the provider refused, or its answer cannot be trusted
   */
  finish(answer: URL, proof: SignInProof): Promise<ExternalIdentity>;
  /** Where to end the session at the provider; undefined when it cannot be ended. */
  endAddress(returnAddress: string): Promise<string | undefined>;
  /** Whose session has ended at the provider; undefined for a token that is not the provider's. */
  readSignOut(
    token: string,
  ): Promise<{ readonly subject: string | undefined; readonly session: string | undefined } | undefined>;
}

/** Checks people's passwords (LDAP). */
export interface PeopleDirectory extends AccountSource {
  /** Its people get accounts here before they first sign in. */
  readonly importsPeople: boolean;
  /** Undefined for unknown or disabled people and for wrong passwords. @throws 503 when the directory does not answer */
  authenticate(username: string, password: string): Promise<ExternalIdentity | undefined>;
  /** Everybody except disabled people. */
  people(): Promise<readonly ExternalIdentity[]>;
}

export class IdentityRefused extends Error {}

/**
 * What the repository needs of services beside it that know an organisation's people.
 * Invariant: an identity is what such a service has proved; what it may do here is decided in core/signin.
 */

/** Somebody as another service knows them. */
export interface ExternalIdentity {
  /** Never given to anybody else there, and never changed. */
  readonly subject: string;
  readonly username: string;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  /** Absent when that service does not vouch for it. */
  readonly email: string | undefined;
  /** As they are called there. */
  readonly groups: readonly string[];
  /** The id of the session there, when the provider can end it from its side. */
  readonly session: string | undefined;
  /** A time in milliseconds, 0 for one that must be changed; absent when that service does not tell. */
  readonly passwordChanged: number | undefined;
}

/** What an organisation's people become here. */
export interface AccountRules {
  /** Groups here by what they are called there, or `same`: groups of the same name, without administrators. */
  readonly groups: ReadonlyMap<string, string> | 'same';
  /** For everybody who comes from there. */
  readonly defaultGroups: readonly string[];
  /** Somebody who comes first under a name that is here already is that person. */
  readonly adoptsAccounts: boolean;
}

export interface AccountSource {
  readonly name: string;
  readonly label: string;
  /** Names the service for ever, whatever it is called in the settings. */
  readonly issuer: string;
  readonly accounts: AccountRules;
}

/** What the browser that began must bring again. */
export interface SignInProof {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Signs people in on pages of its own (OpenID Connect). */
export interface IdentityProvider extends AccountSource {
  begin(returnAddress: string): Promise<{ readonly address: string; readonly proof: SignInProof }>;
  /**
   * @param answer the return address as the browser came to it
   * @throws IdentityRefused when the provider refused, or said what cannot be believed
   */
  finish(answer: URL, proof: SignInProof): Promise<ExternalIdentity>;
  /** Where to end the sign-in there; undefined when that is not possible. */
  endAddress(returnAddress: string): Promise<string | undefined>;
  /** Whose sign-in has ended there; undefined for a token that is not the provider's. */
  readSignOut(
    token: string,
  ): Promise<{ readonly subject: string | undefined; readonly session: string | undefined } | undefined>;
}

/** Knows people's passwords (LDAP). */
export interface PeopleDirectory extends AccountSource {
  /** Its people have accounts here before they first sign in. */
  readonly importsPeople: boolean;
  /** Undefined for unknown and disabled people and wrong passwords. @throws 503 when it does not answer */
  authenticate(username: string, password: string): Promise<ExternalIdentity | undefined>;
  /** Without those who are disabled. */
  people(): Promise<readonly ExternalIdentity[]>;
}

export class IdentityRefused extends Error {}

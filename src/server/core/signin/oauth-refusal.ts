/** Errors of the OAuth 2 endpoints: the standard's error code, and a message. */
import { RepositoryError } from '../kernel/errors.ts';

export type OAuthError =
  | 'invalid_request'
  | 'invalid_grant'
  | 'invalid_client'
  | 'unsupported_response_type'
  | 'unsupported_grant_type'
  | 'access_denied'
  | 'server_error';

export class OAuthRefusal extends RepositoryError {
  readonly error: OAuthError;

  constructor(error: OAuthError, description: string) {
    super(error === 'server_error' ? 'internal' : 'badRequest', description);
    this.error = error;
  }
}

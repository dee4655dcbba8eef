/** Where tokens of OAuth lie, and which of them are this server's own. */

export const tokenDirectory = 'oauth2Tokens';
/** Marks the tokens that this server gave out, beside those of other services that it holds for people. */
export const ownService = 'org.nuxeo.server.token.store';

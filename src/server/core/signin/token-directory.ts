/** The directory of OAuth tokens, and the mark of those that this server has issued. */

export const tokenDirectory = 'oauth2Tokens';
/** `serviceName` of tokens issued by this server; the others are those it holds for people at other services. */
export const ownService = 'org.nuxeo.server.token.store';

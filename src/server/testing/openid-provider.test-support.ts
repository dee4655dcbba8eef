/**
 * A real OpenID Connect provider on a port of its own, for tests. It signs everybody in at once as the person that the test
 * has chosen; its keys can be changed, and its answers falsified.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import Provider, { type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import type { JsonObject } from '#wire/json.ts';

export interface TestIdentityProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Claims by subject. */
  readonly people: Map<string, JsonObject>;
  /** The subject who signs in next. */
  person: string;
  /** The present private signing key. */
  readonly key: JWK;
  changeKey(): Promise<void>;
  /** Gets each request first; returns true when it has answered. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean;
  close(): Promise<void>;
}

export async function startIdentityProvider(returnAddress: string): Promise<TestIdentityProvider> {
  const client = { clientId: 'muniment', clientSecret: 'a secret that only the two know' };
  let answer: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) =>
    void response.end();
  const server = createServer((request, response) => {
    if (!running.intercept(request, response)) answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${portOf(server.address())}`;
  const people = new Map<string, JsonObject>();
  let key = await signingKey();

  const open = (): void => {
    const provider = new Provider(issuer, {
      ...configurationFor(people, key),
      clients: [
        {
          client_id: client.clientId,
          client_secret: client.clientSecret,
          redirect_uris: [`${returnAddress}/return`],
          post_logout_redirect_uris: ['http://localhost:8080/nuxeo/oauth2/signed_out'],
          backchannel_logout_uri: `${returnAddress}/back_channel`,
          backchannel_logout_session_required: true,
        },
      ],
    });
    const callback = provider.callback();
    answer = (request, response) => {
      if (!(request.url ?? '').startsWith('/interaction/')) return void callback(request, response);
      void provider.interactionFinished(request, response, { login: { accountId: running.person } });
    };
  };
  const running: TestIdentityProvider = {
    issuer,
    ...client,
    people,
    person: '',
    get key() {
      return key;
    },
    changeKey: async () => {
      key = await signingKey();
      open();
    },
    intercept: () => false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  open();
  after(() => running.close());
  return running;
}

function configurationFor(people: ReadonlyMap<string, JsonObject>, key: JWK): Configuration {
  return {
    jwks: { keys: [key] },
    cookies: { keys: ['for tests'] },
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true },
    },
    claims: {
      openid: ['sub'],
      profile: ['preferred_username', 'given_name', 'family_name', 'groups'],
      email: ['email', 'email_verified'],
    },
    interactions: { url: (_context: KoaContextWithOIDC, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ ...people.get(id), sub: id }),
    }),
    // Gives every client its grant without asking.
    loadExistingGrant: async (context) => {
      const { account, client, provider } = context.oidc;
      const grant = new provider.Grant({
        accountId: account?.accountId ?? '',
        clientId: client?.clientId ?? '',
      });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  };
}

async function signingKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: crypto.randomUUID(), alg: 'RS256', use: 'sig' };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The provider has no port');
  return address.port;
}

/** Keeps cookies by origin and path like a browser, and follows redirects. */
export class TestBrowser {
  readonly #cookies = new Map<string, Map<string, { readonly value: string; readonly path: string }>>();
  readonly #own: (request: Request) => Promise<Response>;

  /** @param own answers requests to http://localhost:8080 */
  constructor(own: (request: Request) => Promise<Response>) {
    this.#own = own;
  }

  async open(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address);
    const headers = new Headers(init.headers);
    const jar = this.#cookies.get(url.origin) ?? new Map();
    this.#cookies.set(url.origin, jar);
    const sent = [...jar].filter(([, { path }]) => url.pathname.startsWith(path));
    if (sent.length > 0)
      headers.set('cookie', sent.map(([name, { value }]) => `${name}=${value}`).join('; '));
    const request = new Request(address, { ...init, headers, redirect: 'manual' });
    const response = await (url.origin === 'http://localhost:8080' ? this.#own(request) : fetch(request));
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '' || /max-age=0/i.test(cookie)) jar.delete(name);
      else jar.set(name, { value, path: /path=([^;]+)/i.exec(cookie)?.[1] ?? '/' });
    }
    return response;
  }

  /** Follows redirects until there are none, or until an address begins with `until`, which is not opened. */
  async follow(
    address: string,
    until = 'https://',
  ): Promise<{ address: string; response: Response | undefined }> {
    for (let at = address; ; ) {
      if (at.startsWith(until)) return { address: at, response: undefined };
      const response = await this.open(at);
      const next = response.headers.get('location');
      if (next === null) return { address: at, response };
      at = new URL(next, at).href;
    }
  }
}

/** The context of one request to `/oauth2/*`, and checks for all of them. */
import { OAuthRefusal } from '#server/core/signin/oauth-refusal.ts';
import type { Application } from '../application.ts';
import { baseUrlOf } from '../application.ts';
import { isFromOtherSite } from '../authentication/other-sites.ts';
import type { Fields, PageFrame } from './pages.ts';

const passedOn = [
  'response_type',
  'client_id',
  'redirect_uri',
  'redirect_url',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
] as const;

export interface Exchange {
  readonly application: Application;
  readonly request: Request;
  readonly url: URL;
  readonly form: URLSearchParams;
  readonly frame: PageFrame;
}

/** The fields of the authorization request, which each page passes to the next. */
export function carried(form: URLSearchParams): Fields {
  return Object.fromEntries(
    passedOn.flatMap((name) => {
      const value = form.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

export function isForeign({ application, request, url }: Exchange): boolean {
  return isFromOtherSite({ ...application.settings, corsOrigins: [] }, request, url);
}

export function requireOurOrigin(exchange: Exchange): void {
  if (isForeign(exchange)) throw new OAuthRefusal('invalid_request', 'This form did not come from here');
}

export function rulesOf({ application, url }: Exchange): { serverOrigin: string; allowPlainHttp: boolean } {
  return {
    serverOrigin: new URL(baseUrlOf(application.settings, url)).origin,
    allowPlainHttp: application.settings.developer,
  };
}

export function isSecure({ application, url }: Exchange): boolean {
  return baseUrlOf(application.settings, url).startsWith('https:');
}

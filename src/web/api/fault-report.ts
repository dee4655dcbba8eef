/**
 * A report of an error as text, for whoever gives support: the message, the page, and the latest requests with the ids
 * under which the server logs them. Pure. Invariant: addresses contain no names of documents or people, and no tokens; the
 * message is not changed.
 */
import type { RecentRequest } from './recent-requests.ts';

export interface FaultPlace {
  readonly message: string;
  readonly at: Date;
  /** The path in the address of the page. */
  readonly page: string;
  readonly server: string;
  readonly browser: string;
  readonly window: string;
  readonly language: string;
}

export function faultReport(
  { message, at, page, server, browser, window, language }: FaultPlace,
  requests: readonly RecentRequest[],
): string {
  return [
    `Message: ${message}`,
    `Time: ${at.toISOString()}`,
    `Page: ${withoutNames(page)}`,
    `Server: ${server}`,
    `Browser: ${browser}, ${window}, ${language}`,
    'Requests, the latest last:',
    ...requests.map(lineOf),
    '',
  ].join('\n');
}

function lineOf({ method, address, begun, milliseconds, status, requestId }: RecentRequest): string {
  const answer = status === 0 ? 'no answer' : String(status);
  const id = requestId === null ? '' : `, id ${requestId}`;
  return `${new Date(begun).toISOString()} ${method} ${withoutNames(new URL(address).pathname)}: ${answer} in ${milliseconds} ms${id}`;
}

const beforeNames =
  /\/(path|browse|user|group|people|directory|directories|token|oauth2|passkeys|second-factor|nxfile|nxonce)\/.+$/;

function withoutNames(path: string): string {
  return path.replace(beforeNames, '/$1/…');
}

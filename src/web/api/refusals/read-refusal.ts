/** What an answer says that is not the one that was asked for. Of JSON in the interface's shapes it takes the server's own words. */
import type { Violation } from '#wire/exception.ts';
import { isExceptionEntity, isValidationReport } from '#wire/exception.ts';
import { isHtml } from '../api-error.ts';

export interface Refused {
  readonly kind: 'http' | 'validation' | 'not-a-repository';
  readonly status: number;
  readonly requestId: string | null;
  /** The server's own words, in its language; empty when it said none. */
  readonly serverMessage: string;
  readonly violations: readonly Violation[];
  readonly infos: readonly string[];
}

export async function readRefusal(response: Response): Promise<Refused> {
  const { status } = response;
  const body = parsed(await response.text().catch(() => ''));
  const none = { status, requestId: response.headers.get('X-Request-Id'), violations: [], infos: [] };
  if (isValidationReport(body)) {
    const { violations } = body;
    return {
      ...none,
      kind: 'validation',
      serverMessage: violations.map(({ message }) => message).join(' '),
      violations,
    };
  }
  if (isExceptionEntity(body))
    return { ...none, kind: 'http', serverMessage: body.message ?? '', infos: body.infos ?? [] };
  // Sign-in refusals and proxies' own pages are HTML too; only an address where nothing of ours lives is not a repository.
  const elsewhere = response.ok || (isHtml(response) && (status === 404 || status === 405));
  return { ...none, kind: elsewhere ? 'not-a-repository' : 'http', serverMessage: '' };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

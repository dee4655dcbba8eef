/** Reads an answer that is not the expected one. From JSON in the interface's shapes it takes the server's own text. */
import type { Violation } from '#wire/exception.ts';
import { isExceptionEntity, isValidationReport } from '#wire/exception.ts';
import { isHtml } from '../api-error.ts';

export interface Refused {
  readonly kind: 'http' | 'validation' | 'not-a-repository';
  readonly status: number;
  readonly requestId: string | null;
  /** The server's own text, in its language; empty if there is none. */
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
  // Sign-in refusals and the error pages of proxies are HTML too; only HTML that succeeds, or at an unknown address, means that
  // there is no repository.
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

/**
 * Parses the raw path below the interface root: repository, resource segments, then adapters.
 * Invariant: percent-decoding happens after splitting, so `%2F` never makes a segment and `%40x` is never an adapter;
 * `;` is data except in `bulk;id=…`.
 */
import { errors } from '#server/core/kernel/errors.ts';

export interface Step {
  /** Without the `@`. */
  readonly adapter: string;
  readonly path: readonly string[];
}

export interface Address {
  /** From a `/repo/<name>` prefix. */
  readonly repository: string | undefined;
  /** Decoded, NFC; empty segments are kept, because some ids are whole web addresses. */
  readonly segments: readonly string[];
  readonly steps: readonly Step[];
  /** Values of `;id=…` on the first segment. */
  readonly matrixIds: readonly string[];
}

/** @param rawPath still percent-encoded, without the interface root: `/repo/default/path/a%20b/@children` */
export function parseAddress(rawPath: string): Address {
  const raw = rawPath.split('/').slice(1);
  // When the id of an entry is a web address (`directory/nature/http://address.com/`), its last slash is kept.
  const endsInId = raw[0] === 'directory' && raw.indexOf('') < raw.length - 1;
  if (raw.at(-1) === '' && !endsInId) raw.pop();
  const repository = raw[0] === 'repo' && raw[1] ? decode(raw[1]) : undefined;
  if (repository !== undefined) raw.splice(0, 2);

  const firstAdapter = raw.findIndex((segment) => segment.startsWith('@'));
  const resource = firstAdapter < 0 ? raw : raw.slice(0, firstAdapter);
  const steps: { adapter: string; path: string[] }[] = [];
  for (const segment of firstAdapter < 0 ? [] : raw.slice(firstAdapter)) {
    if (segment.startsWith('@')) steps.push({ adapter: decode(segment.slice(1)), path: [] });
    else steps.at(-1)?.path.push(decode(segment));
  }
  const [head = '', ...rest] = resource;
  const matrix = head.startsWith('bulk;') ? head.split(';') : [head];
  return {
    repository,
    segments: head === '' && rest.length === 0 ? [] : [matrix[0] ?? '', ...rest].map(decode),
    steps,
    matrixIds: matrix.flatMap((part) => (part.startsWith('id=') ? [decode(part.slice(3))] : [])),
  };
}

/** `['a', 'b']` → `/a/b`. @throws for empty segments, which no document has */
export function documentPath(segments: readonly string[]): string {
  // `/path//@children` means the root, written with its slash.
  const names = segments.length === 1 && segments[0] === '' ? [] : segments;
  const path = `/${names.join('/')}`;
  if (names.includes('')) throw errors.documentNotFound(path);
  return path;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment).normalize('NFC');
  } catch (cause) {
    throw errors.badRequest(`Malformed percent-encoding in the address: ${segment}`, cause);
  }
}

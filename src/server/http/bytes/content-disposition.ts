/**
 * The file name of a download, in a form that all clients read the same way.
 * Invariant: either the plain form without quotes or the RFC 5987 form, never both; no control characters.
 */
import { withoutNulls } from '../request-body.ts';

export function contentDisposition(filename: string | null, isInline: boolean): string {
  const kind = isInline ? 'inline' : 'attachment';
  const name = filename || 'file';
  if (/^[\w.!#$&+^`|~-]+$/.test(name)) return `${kind}; filename=${name}`;
  return `${kind}; filename*=UTF-8''${encodeExtended(name)}`;
}

/** RFC 5987 `value-chars`. */
function encodeExtended(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The file name in a part's or request's Content-Disposition; UTF-8 if valid, else Latin-1. */
export function filenameOf(disposition: string | undefined): string | undefined {
  if (disposition === undefined) return undefined;
  const extended = /filename\*\s*=\s*([\w-]+)'[^']*'([^;\s]+)/i.exec(disposition);
  if (extended?.[2] !== undefined) {
    try {
      return withoutNulls(decodeURIComponent(extended[2]));
    } catch {
      return extended[2];
    }
  }
  const quoted = /filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(disposition);
  const plain = quoted?.[1]?.replace(/\\(["\\])/g, '$1') ?? /filename\s*=\s*([^;]+)/i.exec(disposition)?.[1];
  return plain?.trim();
}

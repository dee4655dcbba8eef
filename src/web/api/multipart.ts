/** Reads a `multipart/mixed` answer: several files in one body. Bytes are never decoded as text. */

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export interface Part {
  readonly filename: string;
  readonly blob: Blob;
}

export function readMultipart(bytes: Uint8Array<ArrayBuffer>, contentType: string): readonly Part[] {
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (boundary === undefined) return [];
  const marker = encoder.encode(`--${boundary}`);
  const parts: Part[] = [];
  let start = indexOf(bytes, marker, 0);
  while (start >= 0) {
    const next = indexOf(bytes, marker, start + marker.length);
    if (next < 0) break;
    // Between the markers: CRLF, head, empty line, body, CRLF.
    parts.push(readPart(bytes.subarray(start + marker.length + 2, next - 2)));
    start = next;
  }
  return parts;
}

/** The file name in a Content-Disposition, in either of its forms. */
export function filenameOf(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (encoded !== undefined) return decoded(encoded);
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1] ?? 'file';
}

const blankLine = encoder.encode('\r\n\r\n');

function readPart(bytes: Uint8Array<ArrayBuffer>): Part {
  const end = indexOf(bytes, blankLine, 0);
  const head = decoder.decode(bytes.subarray(0, Math.max(end, 0)));
  const header = (name: string): string | null =>
    new RegExp(`^${name}:\\s*(.+)$`, 'im').exec(head)?.[1]?.trim() ?? null;
  return {
    filename: filenameOf(header('Content-Disposition')),
    blob: new Blob([bytes.subarray(end < 0 ? 0 : end + blankLine.length)], {
      type: header('Content-Type') ?? '',
    }),
  };
}

function indexOf(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
  const first = wanted[0] ?? 0;
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (wanted.every((byte, offset) => bytes[at + offset] === byte)) return at;
  }
  return -1;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

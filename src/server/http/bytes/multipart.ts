/**
 * Splits a multipart body (form-data, related, mixed) into parts while it arrives, with web standards only.
 * Invariant: memory is limited to one chunk plus the boundary; a body that ends before its closing boundary throws.
 * Parts must be read in order; asking for the next part skips the rest of the present one.
 */
import type { Bytes } from '#server/core/kernel/ports.ts';

export interface Part {
  /** Lower-case names. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Bytes;
}

export class MultipartError extends Error {}

const maxHeaderBytes = 16 * 1024;
const maxParts = 1000;

export function boundaryOf(contentType: string): string {
  const match = /;\s*boundary=(?:"([^"]{1,200})"|([^;\s]{1,200}))/i.exec(contentType);
  const boundary = match?.[1] ?? match?.[2];
  if (!boundary) throw new MultipartError('no boundary in the content type');
  return boundary;
}

export async function* parseMultipart(bytes: Bytes, boundary: string): AsyncGenerator<Part, void> {
  const source = new Window(bytes);
  try {
    yield* partsOf(source, boundary);
  } finally {
    // Read to its end even when the body is refused, so that the client receives the answer.
    await source.close();
  }
}

async function* partsOf(source: Window, boundary: string): AsyncGenerator<Part, void> {
  // With a line break before it, the first boundary is found like all others.
  source.prepend(ascii('\r\n'));
  const delimiter = ascii(`\r\n--${boundary}`);
  for await (const _preamble of source.until(delimiter)) {
    // Text before the first boundary is ignored.
  }
  for (let count = 0; ; count++) {
    if (await source.isNext(ascii('--'))) break;
    if (count >= maxParts) throw new MultipartError(`more than ${maxParts} parts`);
    await source.skipLine();
    const headers = parseHeaders(await source.headerBlock());
    const body = source.until(delimiter);
    yield { headers, body };
    for await (const _unread of body) {
      // The reader stopped early: skip the rest of its part.
    }
  }
  for await (const _epilogue of source.rest()) {
    // Read to the end, so that the connection can be used again.
  }
}

function parseHeaders(block: Uint8Array): ReadonlyMap<string, string> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(block);
  } catch {
    text = new TextDecoder('latin1').decode(block);
  }
  const headers = new Map<string, string>();
  for (const line of text
    .replaceAll('\0', '')
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return headers;
}

/** The bytes that have arrived and are not consumed yet. */
class Window {
  readonly #source: AsyncIterator<Uint8Array>;
  #held: Uint8Array = new Uint8Array(0);

  constructor(bytes: Bytes) {
    this.#source = bytes[Symbol.asyncIterator]();
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }

  prepend(bytes: Uint8Array): void {
    this.#held = join(bytes, this.#held);
  }

  /** Yields everything before the delimiter, and consumes both. A second reading yields nothing. */
  async *until(delimiter: Uint8Array): AsyncGenerator<Uint8Array, void> {
    for (;;) {
      const at = indexOf(this.#held, delimiter);
      if (at >= 0) {
        const found = this.#held.subarray(0, at);
        this.#held = this.#held.subarray(at + delimiter.length);
        if (found.length > 0) yield found;
        return;
      }
      const safe = this.#held.length - delimiter.length + 1;
      if (safe > 0) {
        const passed = this.#held.subarray(0, safe);
        this.#held = this.#held.subarray(safe);
        yield passed;
      }
      if (!(await this.#more())) throw new MultipartError('the body ends before its last boundary');
    }
  }

  async isNext(expected: Uint8Array): Promise<boolean> {
    while (this.#held.length < expected.length) {
      if (!(await this.#more())) throw new MultipartError('the body ends at a boundary');
    }
    return indexOf(this.#held.subarray(0, expected.length), expected) === 0;
  }

  /** Skips spaces after a boundary, including the line break. */
  async skipLine(): Promise<void> {
    await this.#take(ascii('\r\n'), 256);
  }

  async headerBlock(): Promise<Uint8Array> {
    if (await this.isNext(ascii('\r\n'))) {
      this.#held = this.#held.subarray(2);
      return new Uint8Array(0);
    }
    return this.#take(ascii('\r\n\r\n'), maxHeaderBytes);
  }

  async *rest(): AsyncGenerator<Uint8Array, void> {
    do {
      yield this.#held;
      this.#held = new Uint8Array(0);
    } while (await this.#more());
  }

  async #take(end: Uint8Array, limit: number): Promise<Uint8Array> {
    for (;;) {
      const at = indexOf(this.#held, end);
      if (at >= 0 && at <= limit) {
        const taken = this.#held.subarray(0, at);
        this.#held = this.#held.subarray(at + end.length);
        return taken;
      }
      if (this.#held.length > limit) throw new MultipartError('a part header is too long');
      if (!(await this.#more())) throw new MultipartError('the body ends inside a part header');
    }
  }

  async #more(): Promise<boolean> {
    const next = await this.#source.next();
    if (next.done) return false;
    this.#held = this.#held.length === 0 ? next.value : join(this.#held, next.value);
    return true;
  }
}

function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}

function indexOf(haystack: Uint8Array, needle: Uint8Array): number {
  const first = needle[0] ?? 0;
  for (let at = haystack.indexOf(first); at >= 0; at = haystack.indexOf(first, at + 1)) {
    if (at + needle.length > haystack.length) return -1;
    let matched = 1;
    while (matched < needle.length && haystack[at + matched] === needle[matched]) matched++;
    if (matched === needle.length) return at;
  }
  return -1;
}

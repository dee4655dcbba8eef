/** Computes both digests of a stream. Invariant: SHA-256 is the blob's key, MD5 the digest in the interface. */
import { createHash, type Hash } from 'node:crypto';

export interface WrittenBlob {
  readonly key: string;
  readonly digest: string;
  readonly length: number;
}

export class Digests {
  readonly #address: Hash;
  readonly #shown: Hash;
  #length = 0;

  /** @param from digests of the preceding bytes */
  constructor(from?: Digests) {
    this.#address = from ? from.#address.copy() : createHash('sha256');
    this.#shown = from ? from.#shown.copy() : createHash('md5');
    this.#length = from ? from.#length : 0;
  }

  get length(): number {
    return this.#length;
  }

  update(bytes: Uint8Array): void {
    this.#address.update(bytes);
    this.#shown.update(bytes);
    this.#length += bytes.byteLength;
  }

  finish(): WrittenBlob {
    return {
      key: this.#address.digest('hex'),
      digest: this.#shown.digest('hex'),
      length: this.#length,
    };
  }
}

/** Keys come from the database by way of callers; nothing else may become part of a file's name. */
export function isKey(key: string): boolean {
  return /^[0-9a-f]{64}$/.test(key);
}

/**
 * Encrypted files of backups: AES-256-GCM in pieces, so that files of any size can be streamed.
 *
 * A file begins with a random salt and a digest of it with the key, which distinguishes a wrong key from damage. The file's
 * key is derived from both; each piece's nonce is its number and whether it is the last one.
 * Invariant: changed, missing, moved and truncated pieces are refused.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import type { Bytes } from '#server/core/kernel/ports.ts';

const algorithm = 'aes-256-gcm';
const saltBytes = 32;
const headBytes = 2 * saltBytes;
const pieceBytes = 64 * 1024;
const tagBytes = 16;

export class DamagedError extends Error {}
/** Distinguished from other damage, because the key is given by a person. */
export class WrongKeyError extends DamagedError {}

export class Encryption {
  readonly #key: Uint8Array;

  /** @param key 32 random bytes */
  constructor(key: Uint8Array) {
    this.#key = key;
  }

  /** Without the key, neither the text can be found out nor whether two keys name the same text. */
  nameOf(text: string): string {
    return createHmac('sha256', this.#derive('names')).update(text).digest('hex');
  }

  async *encrypted(source: Bytes): Bytes {
    const salt = randomBytes(saltBytes);
    yield Buffer.concat([salt, this.#check(salt)]);
    const key = this.#fileKey(salt);
    let number = 0;
    for await (const { piece, isLast } of pieces(source, pieceBytes)) {
      const cipher = createCipheriv(algorithm, key, nonce(number++, isLast));
      yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
    }
  }

  async *decrypted(source: Bytes): Bytes {
    let key: Uint8Array | undefined;
    let number = 0;
    for await (const { piece, isLast } of pieces(source, pieceBytes + tagBytes, headBytes)) {
      if (key === undefined) {
        key = this.#keyOf(piece);
        if (isLast) throw new DamagedError('It ends too early');
      } else yield opened(piece, key, nonce(number++, isLast));
    }
  }

  #keyOf(head: Uint8Array): Uint8Array {
    const salt = head.subarray(0, saltBytes);
    if (head.byteLength < headBytes) throw new DamagedError('It ends too early');
    if (!timingSafeEqual(this.#check(salt), head.subarray(saltBytes)))
      throw new WrongKeyError('It was encrypted with another key');
    return this.#fileKey(salt);
  }

  #check(salt: Uint8Array): Buffer {
    return createHmac('sha256', this.#derive('check')).update(salt).digest();
  }

  #fileKey(salt: Uint8Array): Uint8Array {
    return this.#derive('file', salt);
  }

  #derive(purpose: string, salt: Uint8Array = new Uint8Array(0)): Uint8Array {
    return new Uint8Array(hkdfSync('sha256', this.#key, salt, `muniment backup ${purpose}`, 32));
  }
}

/** The size of the content of an encrypted file with this size. */
export function decryptedSize(size: number): number {
  const rest = size - headBytes;
  return rest - Math.ceil(rest / (pieceBytes + tagBytes)) * tagBytes;
}

function opened(piece: Uint8Array, key: Uint8Array, iv: Uint8Array): Uint8Array {
  if (piece.byteLength < tagBytes) throw new DamagedError('It ends too early');
  const decipher = createDecipheriv(algorithm, key, iv);
  decipher.setAuthTag(piece.subarray(-tagBytes));
  const start = decipher.update(piece.subarray(0, -tagBytes));
  try {
    return Buffer.concat([start, decipher.final()]);
  } catch (error) {
    throw new DamagedError('It was changed', { cause: error });
  }
}

function nonce(number: number, isLast: boolean): Uint8Array {
  const bytes = Buffer.alloc(12);
  bytes.writeUIntBE(number, 5, 6);
  bytes[11] = isLast ? 1 : 0;
  return bytes;
}

/** All of the same size, except the first if `first` is given, and the last, which may be empty. */
async function* pieces(
  source: Bytes,
  size: number,
  firstSize = size,
): AsyncIterable<{ readonly piece: Uint8Array; readonly isLast: boolean }> {
  let wanted = firstSize;
  let gathered: Buffer[] = [];
  let length = 0;
  for await (const bytes of source) {
    for (let rest = bytes; rest.byteLength > 0; ) {
      // A full piece is passed on when more bytes arrive: only then it is known not to be the last one.
      if (length === wanted) {
        yield { piece: Buffer.concat(gathered), isLast: false };
        [gathered, length, wanted] = [[], 0, size];
      }
      const part = rest.subarray(0, wanted - length);
      gathered.push(Buffer.from(part));
      length += part.byteLength;
      rest = rest.subarray(part.byteLength);
    }
  }
  yield { piece: Buffer.concat(gathered), isLast: true };
}

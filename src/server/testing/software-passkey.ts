/** A software passkey for tests over HTTP: makes what a browser would send, signed with P-256. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isJsonObject, type Json, type JsonObject } from '#wire/json.ts';

interface Using {
  readonly origin: string;
  readonly domain?: string;
  /** Whether the device has asked for a fingerprint or a code. */
  readonly isVerified?: boolean;
}

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();

export class SoftwarePasskey {
  readonly id = randomBytes(16);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #uses = 0;
  #handle = '';

  /** @param options as the server gave them */
  register(options: Json | undefined, using: Using): JsonObject {
    const { challenge, user } = isJsonObject(options) ? options : {};
    this.#handle = isJsonObject(user) ? String(user.id) : '';
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from([0xa0]),
      cborText('authData'),
      cborBytes(this.#data(using, true)),
    ]);
    return this.#credential({
      clientDataJSON: base64url(clientData('webauthn.create', challenge, using)),
      attestationObject: base64url(attestation),
      transports: ['internal'],
    });
  }

  use(options: Json | undefined, using: Using): JsonObject {
    const { challenge } = isJsonObject(options) ? options : {};
    this.#uses += 1;
    const client = clientData('webauthn.get', challenge, using);
    const data = this.#data(using, false);
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), this.#keys.privateKey);
    return this.#credential({
      clientDataJSON: base64url(client),
      authenticatorData: base64url(data),
      signature: base64url(signature),
      userHandle: this.#handle,
    });
  }

  #credential(response: JsonObject): JsonObject {
    const id = base64url(this.id);
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  #data({ domain = 'localhost', isVerified = true }: Using, withKey: boolean): Buffer {
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (withKey ? 0x40 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#uses);
    const key = withKey
      ? [Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, this.#publicKey()]
      : [];
    return Buffer.concat([sha256(domain), Buffer.from([flags]), counter, ...key]);
  }

  /** COSE: an elliptic key for ES256. */
  #publicKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      cborBytes(Buffer.from(x, 'base64url')),
      Buffer.from([0x22]),
      cborBytes(Buffer.from(y, 'base64url')),
    ]);
  }
}

function clientData(type: string, challenge: Json | undefined, { origin }: Using): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}

function cborBytes(bytes: Buffer): Buffer {
  const length =
    bytes.length < 24
      ? [0x40 + bytes.length]
      : bytes.length < 256
        ? [0x58, bytes.length]
        : [0x59, bytes.length >> 8, bytes.length & 0xff];
  return Buffer.concat([Buffer.from(length), bytes]);
}

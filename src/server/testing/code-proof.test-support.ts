/** The verifier and challenge of a client that asks for a code (RFC 7636). */
import { createHash } from 'node:crypto';

export const verifier = 'a-verifier-that-is-long-enough-to-be-one-0123456789';

export const challenged = {
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
} as const;

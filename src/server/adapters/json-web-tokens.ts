/**
 * Signed JSON web tokens.
 * Invariant: HS512 and one issuer, whatever a token claims; an expiry is required unless the operator has relaxed that, and
 * is always checked when present.
 */
import { errors as joseErrors, jwtVerify, SignJWT } from 'jose';
import type { JsonWebTokens } from '#server/core/kernel/ports.ts';
import type { JsonObject } from '#wire/json.ts';
import { isJsonObject } from '#wire/json.ts';

export function jsonWebTokens(
  secret: string,
  issuer: string,
  { needsEnd }: { needsEnd: boolean },
): JsonWebTokens {
  const key = new TextEncoder().encode(secret);
  return {
    sign: (claims, lifetimeSeconds) =>
      new SignJWT({ ...claims })
        .setProtectedHeader({ alg: 'HS512', typ: 'JWT' })
        .setIssuer(issuer)
        .setIssuedAt()
        .setExpirationTime(`${lifetimeSeconds}s`)
        .sign(key),
    verify: async (token): Promise<JsonObject | undefined> => {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS512'],
          issuer,
          requiredClaims: needsEnd ? ['exp'] : [],
        });
        const claims: unknown = payload;
        return isJsonObject(claims) ? claims : undefined;
      } catch (error) {
        if (error instanceof joseErrors.JOSEError) return undefined;
        throw error;
      }
    },
  };
}

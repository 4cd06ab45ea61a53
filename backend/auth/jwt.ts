export const JWT_ISSUER = 'pagecast';
export const JWT_AUDIENCE = 'pagecast';
export const JWT_ALGORITHM = 'HS256';
export const SESSION_DAYS = 7;

/** The content of a token, once its signature is verified. */
export interface TokenPayload {
  /** User id, in decimal. */
  sub: string;
  /** The session's id. Its row holds a hash of it. */
  sid: string;
  /** Seconds since 1970. */
  exp: number;
}

/** Accepts exactly what we write: a library reads `["7"]` and `0x7` as 7, and accepts a token without an expiry. */
export function isTokenPayload(payload: unknown): payload is TokenPayload {
  const { sub, sid, exp } = (payload ?? {}) as Partial<Record<keyof TokenPayload, unknown>>;
  return (
    typeof sub === 'string' &&
    /^[1-9]\d{0,9}$/.test(sub) &&
    typeof sid === 'string' &&
    /^[\w-]{32}$/.test(sid) &&
    Number.isSafeInteger(exp)
  );
}

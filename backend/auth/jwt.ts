export const JWT_ISSUER = 'pagecast';
export const JWT_AUDIENCE = 'pagecast';
export const JWT_ALGORITHM = 'HS256';
export const SESSION_DAYS = 7;

/** What a token says, once its signature is good. */
export interface TokenPayload {
  /** User id, in decimal. */
  sub: string;
  /** The session's id. Its row has a hash of it. */
  sid: string;
  /** Seconds since 1970. */
  exp: number;
}

/** Exactly as we write it: a library reads `["7"]` and `0x7` as 7, and takes a token without an end. */
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

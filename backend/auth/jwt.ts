export const JWT_ISSUER = 'pagecast';
export const JWT_AUDIENCE = 'pagecast';
export const JWT_ALGORITHM = 'HS256';
export const SESSION_DAYS = 7;

export interface TokenPayload {
  /** User id. */
  sub: string;
  /** Session id. */
  sid: string;
  /** Seconds since 1970. */
  exp: number;
}

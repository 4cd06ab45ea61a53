/** Refusals towards the caller. Only the error filter turns them into HTTP. */

export type FieldErrors = Record<string, string[]>;

export class DomainError extends Error {
  constructor(
    readonly statusCode: number,
    /** A stable code for programs. */
    readonly code: string,
    /** A sentence that a user can act on. */
    message: string,
    readonly more: {
      errors?: FieldErrors;
      retryAfterSeconds?: number;
      /** For a sign-in that waits for its second step. */
      challenge?: string;
      /** How many pending items stand in the way. */
      pending?: number;
    } = {},
  ) {
    super(message);
    this.name = 'DomainError';
  }
}

export const unauthorized = (message = 'Please sign in.') => new DomainError(401, 'unauthorized', message);

export const sessionEnded = () => unauthorized('Your session has ended. Please sign in again.');

export const forbidden = (message: string) => new DomainError(403, 'forbidden', message);

export const adminsOnly = () => forbidden('Only administrators can do this.');

export const subscriptionRequired = () =>
  new DomainError(403, 'subscription_required', 'You need an active subscription to access this feature.');

/** Also for rows of other users, so that a caller cannot find out which ids exist. */
export const notFound = (what: string) => new DomainError(404, 'not_found', `${what} was not found.`);

export const isNotFound = (error: unknown): boolean =>
  error instanceof DomainError && error.statusCode === 404;

export const conflict = (message: string) => new DomainError(409, 'conflict', message);

export const tooLarge = (message: string) => new DomainError(413, 'payload_too_large', message);

export const unsupportedMedia = (message: string) => new DomainError(415, 'unsupported_media_type', message);

/** The message repeats the first field's, for clients that show only `message`. */
export const invalid = (errors: FieldErrors, message = firstOf(errors)) =>
  new DomainError(422, 'validation_failed', message, { errors });

export const quotaExceeded = (which: 'task' | 'storage' | 'account', message: string) =>
  new DomainError(422, `${which}_quota_exceeded`, message);

export const tooManyRequests = (retryAfterSeconds: number) =>
  new DomainError(429, 'too_many_requests', `Too many requests. Try again in ${retryAfterSeconds} seconds.`, {
    retryAfterSeconds,
  });

export const unavailable = (message: string, retryAfterSeconds = 5) =>
  new DomainError(503, 'unavailable', message, { retryAfterSeconds });

function firstOf(errors: FieldErrors): string {
  return Object.values(errors)[0]?.[0] ?? 'The request is not valid.';
}

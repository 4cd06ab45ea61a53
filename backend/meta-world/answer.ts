import { randomBytes } from 'node:crypto';

export interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** Ends a handler with an error answer. */
export class Refused extends Error {
  constructor(readonly answer: Answer) {
    super('refused');
  }
}

export interface MoreOfError {
  status?: number;
  type?: string;
  isTransient?: boolean;
  title?: string;
  userMessage?: string;
  errorData?: unknown;
  headers?: Record<string, string>;
}

export const ok = (body: unknown): Answer => ({ status: 200, body });

/** The envelope of https://developers.facebook.com/docs/graph-api/guides/error-handling. */
export function metaError(
  code: number,
  subcode: number | null,
  message: string,
  more: MoreOfError = {},
): Answer {
  return {
    status: more.status ?? (code === 1 || code === 2 ? 500 : 400),
    headers: more.headers,
    body: {
      error: {
        message,
        type: more.type ?? 'OAuthException',
        code,
        ...(subcode !== null && { error_subcode: subcode }),
        is_transient: more.isTransient ?? false,
        ...(more.title !== undefined && { error_user_title: more.title }),
        ...(more.userMessage !== undefined && { error_user_msg: more.userMessage }),
        ...(more.errorData !== undefined && { error_data: more.errorData }),
        fbtrace_id: traceId(),
      },
    },
  };
}

/** The error envelope of the upload host: `debug_info` in place of `error`. */
export function uploadError(type: string, message: string, retriable = false, status = 400): Answer {
  return { status, body: { debug_info: { retriable, type, message } } };
}

export const offsetInvalid = (offset: number) =>
  uploadError('OffsetInvalidError', `Request starting offset is invalid: ${offset}`);

export const partialRequest = () =>
  uploadError('PartialRequestError', 'Partial request (did not match length of file)', true);

export const notAuthorized = () => uploadError('NotAuthorizedError', 'Not authorized', false, 401);

export const invalidParameter = (message: string) => metaError(100, null, `(#100) ${message}`);

export const objectMissing = (id = '') =>
  metaError(
    100,
    33,
    `Unsupported request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation.`,
    { type: 'GraphMethodException' },
  );

export const unknownPath = (path: string) => metaError(2500, null, `Unknown path components: ${path}`);

export const noToken = () =>
  metaError(2500, null, 'An active access token must be used to query information about the current user.');

export const tokenExpired = () => metaError(190, 463, 'Error validating access token: Session has expired.');

export const tokenInvalid = () => metaError(190, 467, 'Invalid OAuth access token.');

export const serverError = () => metaError(2, null, 'Service temporarily unavailable', { isTransient: true });

/** A business-use-case rate limit that ends in `minutes`. */
export function rateLimited(accountId: string, minutes: number, code = 80001): Answer {
  return metaError(code, null, `(#${code}) There have been too many calls to this account.`, {
    headers: usageHeader(accountId, code === 80002, 100, minutes),
  });
}

export function usageHeader(accountId: string, isInstagram: boolean, percent: number, minutes = 0) {
  const usage = {
    type: isInstagram ? 'instagram' : 'pages',
    call_count: percent,
    total_cputime: percent,
    total_time: percent,
    estimated_time_to_regain_access: minutes,
  };
  return { 'x-business-use-case-usage': JSON.stringify({ [accountId]: [usage] }) };
}

export function traceId(): string {
  return 'A' + randomBytes(12).toString('base64url');
}

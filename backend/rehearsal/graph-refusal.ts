import { randomBytes } from 'node:crypto';

/** An answer that is an error, in one of Meta's two shapes. */
export class GraphRefusal extends Error {
  constructor(
    readonly status: number,
    readonly body: object,
    readonly headers: Record<string, string> = {},
  ) {
    super('refused');
  }
}

/** The effect stands, and the caller shall not learn of it. */
export class AnswerLost extends Error {}

interface Details {
  subcode?: number;
  status?: number;
  type?: string;
  isTransient?: boolean;
  data?: object;
  userMessage?: string;
  headers?: Record<string, string>;
}

export function graphError(code: number, message: string, details: Details = {}): GraphRefusal {
  const { subcode, status = 400, type = 'OAuthException', isTransient = false, data, userMessage } = details;
  const error = {
    message,
    type,
    code,
    ...(subcode !== undefined && { error_subcode: subcode }),
    ...(data && { error_data: data }),
    is_transient: isTransient,
    ...(userMessage && { error_user_title: message, error_user_msg: userMessage }),
    fbtrace_id: `A${randomBytes(12).toString('base64url')}`,
  };
  return new GraphRefusal(status, { error }, details.headers);
}

/** What the upload host answers: no `error`, but `debug_info`. */
export function uploadError(type: string, message: string, retriable: boolean, status = 400): GraphRefusal {
  return new GraphRefusal(status, { debug_info: { retriable, type, message } });
}

export const invalidParameter = (message: string) => graphError(100, `(#100) ${message}`);

export const missingObject = (id: string, verb = 'get') =>
  graphError(
    100,
    `Unsupported ${verb} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
    { subcode: 33, type: 'GraphMethodException' },
  );

export const unknownPath = (path: string) => graphError(2500, `Unknown path components: ${path}`);

export const noToken = () => graphError(104, 'An access token is required to request this resource.');

export const tokenExpired = () =>
  graphError(190, 'Error validating access token: Session has expired.', { subcode: 463 });

export const tokenInvalid = () => graphError(190, 'Invalid OAuth access token.', { subcode: 467 });

export const serverError = () =>
  graphError(2, 'Service temporarily unavailable', { status: 500, isTransient: true });

/** @param minutes until Meta would take calls again */
export function rateLimited(account: string, instagram: boolean, minutes: number): GraphRefusal {
  const code = instagram ? 80002 : 80001;
  const whose = instagram ? 'Instagram' : 'page';
  return graphError(code, `(#${code}) There have been too many calls to this ${whose} account.`, {
    headers: { 'x-business-use-case-usage': usage(account, instagram, 100, minutes) },
  });
}

export function usage(account: string, instagram: boolean, percent: number, minutes = 0): string {
  return JSON.stringify({
    [account]: [
      {
        type: instagram ? 'instagram' : 'pages',
        call_count: percent,
        total_cputime: percent,
        total_time: percent,
        estimated_time_to_regain_access: minutes,
      },
    ],
  });
}

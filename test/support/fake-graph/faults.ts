import { randomBytes } from 'node:crypto';
import type { Call } from './history';

export interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/**
 * What goes wrong with a call. The fields combine: `{ after: true, delayMs: 500, ...metaError(2, null, '…') }`.
 * Headers alone come with the good answer. Without `after`, a status, `html`, `hang` and `delayMs` come before the effect.
 */
export interface FaultAction extends Partial<Answer> {
  after?: boolean;
  cut?: 'before' | 'after';
  /** With a delay the call still takes effect when the caller has hung up meanwhile. */
  delayMs?: number;
  hang?: boolean;
  html?: boolean;
  /** Bytes per second. */
  drip?: number;
  /** true: the offset is refused; 'after': the bytes are taken and the offset is refused all the same. */
  wrongOffset?: boolean | 'after';
  /** The socket is destroyed after n bytes of the body; of a video, those bytes are kept. */
  cutAtBytes?: number;
  stuckProcessing?: number;
  rejectProcessing?: { code: number; message: string };
  lag100_33?: number;
}

export interface Fault {
  on: string;
  /** Counted from the moment the fault is declared. */
  nth?: number;
  times?: number;
  page?: string;
  do: FaultAction;
}

export class Faults {
  #armed: Array<Fault & { seen: number }> = [];

  arm(fault: Fault): void {
    this.#armed.push({ ...fault, seen: 0 });
  }

  clear(): void {
    this.#armed = [];
  }

  take(call: Call): FaultAction {
    let taken: FaultAction | undefined;
    for (const fault of this.#armed) {
      if (fault.on !== call.name || (fault.page !== undefined && fault.page !== call.page)) continue;
      fault.seen++;
      const first = fault.nth ?? 1;
      const times = fault.do.lag100_33 ?? fault.times ?? 1;
      if (fault.seen >= first && fault.seen < first + times) taken ??= fault.do;
    }
    if (taken?.lag100_33 !== undefined) return { ...taken, ...objectMissing() };
    return taken ?? {};
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
        ...(subcode === null ? {} : { error_subcode: subcode }),
        is_transient: more.isTransient ?? false,
        ...(more.title === undefined ? {} : { error_user_title: more.title }),
        ...(more.userMessage === undefined ? {} : { error_user_msg: more.userMessage }),
        ...(more.errorData === undefined ? {} : { error_data: more.errorData }),
        fbtrace_id: traceId(),
      },
    },
  };
}

/** A business-use-case limit that ends in so many minutes. */
export function rateLimited(accountId: string, minutes: number, code = 80001): Answer {
  const usage = {
    type: code === 80002 ? 'instagram' : 'pages',
    call_count: 100,
    total_cputime: 25,
    total_time: 25,
    estimated_time_to_regain_access: minutes,
  };
  return metaError(code, null, `(#${code}) There have been too many calls to this account.`, {
    headers: { 'x-business-use-case-usage': JSON.stringify({ [accountId]: [usage] }) },
  });
}

export function uploadError(type: string, message: string, retriable = false, status = 400): Answer {
  return { status, body: { debug_info: { retriable, type, message } } };
}

export function objectMissing(id = ''): Answer {
  return metaError(
    100,
    33,
    `Unsupported request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation.`,
    { type: 'GraphMethodException' },
  );
}

export function traceId(): string {
  return 'A' + randomBytes(12).toString('base64url');
}

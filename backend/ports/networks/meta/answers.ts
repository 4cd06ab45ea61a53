import type { IncomingHttpHeaders } from 'node:http';
import { classify, listedClass, type ErrorClass } from './error-classes';
import type { Exchange } from './http-exchange';
import type { NetworkName } from '../network';
import { asObject, numberOf, parsedIfText, parseObject, textOf, wordsOf } from './json';
import { regainMs, type Accounts } from './usage';

export type Answer =
  | { kind: 'ok'; json: Record<string, unknown> }
  | MetaError
  /** No answer. `reached`: the call may have taken effect nevertheless. */
  | { kind: 'lost'; reached: boolean; reason: string };

export interface MetaError {
  kind: 'error';
  class: ErrorClass;
  status: number;
  code?: number;
  subcode?: number;
  traceId?: string;
  /** Meta's words, for a person. */
  reason: string;
  /** Whether no list of errors contains its number. */
  unlisted?: boolean;
  /** How long Meta says to wait. */
  waitMs?: number;
  /** The next chunk of a transfer that Meta expects. */
  offsets?: { start: number; end: number };
}

const UNINTELLIGIBLE = 'The network gave an answer that could not be understood.';

/** Takes what is secret out of a text. */
type Hide = (text: string) => string;

/** What a call is about: its network, if it is about one, and the accounts that its token is known to speak for. */
interface About {
  network?: NetworkName;
  accounts?: Accounts;
}

/** What a call has come to. */
export function understand(result: Exchange, hide: Hide, about: About): Answer {
  if (result.kind === 'lost') return result;
  const json = parseObject(result.text);
  const isGood = result.status >= 200 && result.status < 300;
  if (isGood && json && !json.error && !json.debug_info) return { kind: 'ok', json };
  // A proxy answered, or the answer broke off. That is no refusal by Meta, and the call may have taken effect.
  const isMetas = json !== null && result.status >= 200 && (isGood || result.status >= 400);
  if (!isMetas && result.status !== 429 && result.status < 500)
    return { kind: 'error', class: 'transient', status: result.status, reason: UNINTELLIGIBLE };
  return readError(result, json, hide, about);
}

function readError(
  { status, headers }: Extract<Exchange, { kind: 'answered' }>,
  json: Record<string, unknown> | null,
  hide: Hide,
  about: About,
): MetaError {
  // Before it is cut, lest half a secret is left.
  const words = (told: unknown) => wordsOf(hide(textOf(told) ?? ''));
  const info = json && asObject(json.debug_info);
  if (info)
    return {
      kind: 'error',
      status,
      class: classOfUpload(info, status),
      reason: words(info.message) ?? 'The transfer failed.',
    };
  const error = (json && (asObject(json.error) ?? ofLogin(json))) ?? {};
  const code = numberOf(error.code);
  const subcode = numberOf(error.error_subcode);
  const waitMs = waitOf(headers, code, about);
  const data = asObject(parsedIfText(error.error_data));
  const start = numberOf(data?.start_offset);
  const end = numberOf(data?.end_offset);
  return {
    kind: 'error',
    status,
    class: classOf(error, { status, code, subcode }),
    code,
    subcode,
    ...(code !== undefined && listedClass({ status, code, subcode }) === undefined && { unlisted: true }),
    traceId: words(error.fbtrace_id)?.slice(0, 64),
    reason:
      words(error.error_user_msg) ?? words(error.message) ?? `The network answered with status ${status}.`,
    ...(waitMs !== undefined && { waitMs }),
    ...(start !== undefined && end !== undefined && { offsets: { start, end } }),
  };
}

/** Logins name their errors otherwise: `{ error_type, code, error_message }`. */
const ofLogin = ({
  error_message: message,
  code,
}: Record<string, unknown>): Record<string, unknown> | undefined =>
  message === undefined ? undefined : { message, code };

/** Said with the number of an invalid parameter, of which only the words tell it apart. */
const NO_PERMISSION = /^(\(#100\) )?No permission to publish the video/;
const INVALID_PARAMETER = 100;

function classOf(
  { message, is_transient }: Record<string, unknown>,
  numbers: { status: number; code?: number; subcode?: number },
): ErrorClass {
  const { code, subcode } = numbers;
  const isForbidden = code === INVALID_PARAMETER && !subcode && NO_PERMISSION.test(textOf(message) ?? '');
  return isForbidden ? 'reconnect' : classify({ ...numbers, isTransient: is_transient === true });
}

function classOfUpload(info: Record<string, unknown>, status: number): ErrorClass {
  switch (info.type) {
    case 'OffsetInvalidError':
    case 'PartialRequestError':
      return 'offset';
    case 'ProcessingFailedError':
      return 'new_session';
    case 'NotAuthorizedError':
      return 'reconnect';
    default:
      return info.retriable === true || status >= 500 ? 'transient' : 'refused';
  }
}

/** The wait in ms, from X-Business-Use-Case-Usage (minutes) or Retry-After (seconds or a date). */
function waitOf(
  headers: IncomingHttpHeaders,
  code: number | undefined,
  { network: spokenTo, accounts }: About,
): number | undefined {
  const regain = regainMs(headers, { code, spokenTo, accounts });
  if (regain !== undefined) return regain;
  const told = headers['retry-after'];
  const seconds = numberOf(told);
  const ms = seconds === undefined ? Date.parse(told ?? '') - Date.now() : seconds * 1000;
  return ms > 0 ? ms : undefined;
}

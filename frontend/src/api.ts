import { firstAnswer } from './firstCalls';
import { answered, unanswered } from './serverReachability';
import { currentSession, sessionEnded } from './session';
import type { Config, Schemas, SignedIn } from './types';

const BASE = '/api';

/** Longer than any call without a file takes. */
const ANSWER_MS = 60_000;

/** An error response as the server sent it. Status 0: no response. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly error: string,
    message: string,
    readonly errors: Record<string, string[]> = {},
    /** Only of a sign-in that needs a second factor. */
    readonly challenge?: string,
    /** Only of an account that cannot be removed yet: the posts that wait for it. */
    readonly pending?: number,
    readonly headers = new Headers(),
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

export interface Answer {
  status: number;
  headers: Headers;
  body: string;
  json: unknown;
}

export const bearer = (): Record<string, string> => {
  const { token } = currentSession();
  return token ? { Authorization: `Bearer ${token}` } : {};
};

export const unreachableReason = (): string =>
  navigator.onLine
    ? 'The server cannot be reached. Check your connection.'
    : 'You are offline. Check your connection and try again.';

export function apiError(status: number, body: string, headers?: Headers): ApiError {
  if (status === 0) return new ApiError(0, 'unreachable', unreachableReason());
  const answer = parse(body) as
    Partial<Pick<ApiError, 'error' | 'message' | 'errors' | 'challenge' | 'pending'>> | undefined;
  return new ApiError(
    status,
    answer?.error ?? 'unknown',
    answer?.message ?? `The server answered with an error (${status}).`,
    answer?.errors,
    answer?.challenge,
    answer?.pending,
    headers,
  );
}

export function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/**
 * Runs a call for the session that makes it. A refused token ends that session. Once it is over, so is the screen that
 * waits for the answer: the promise then stays open, and no failure is shown on the login page.
 */
export async function withinSession<T>(call: () => Promise<T>): Promise<T> {
  const { token } = currentSession();
  const isOver = () => token !== null && currentSession().token !== token;
  const forever = new Promise<never>(() => undefined);
  try {
    const answer = await call();
    return isOver() ? await forever : answer;
  } catch (error) {
    if (token !== null && isApiError(error) && error.status === 401 && !isOver()) sessionEnded();
    if (isOver()) return forever;
    throw error;
  }
}

/** `url` is whole, as ra-data-simple-rest gives it; `path` in the functions below is relative to the base. */
export const send = (url: string, options: RequestInit = {}): Promise<Answer> =>
  withinSession(() => exchange(url, options));

async function exchange(url: string, options: RequestInit = {}): Promise<Answer> {
  const headers = new Headers(options.headers);
  headers.set('Accept', 'application/json');
  if (typeof options.body === 'string') headers.set('Content-Type', 'application/json');
  else if (options.body === undefined) headers.delete('Content-Type');
  for (const [name, value] of Object.entries(bearer())) headers.set(name, value);

  const { response, body } = await answerTo(url, { ...options, headers });
  if (isGatewayWithoutServer(response.status, body)) {
    void unanswered();
    throw apiError(0, '');
  }
  answered();
  if (!response.ok) throw apiError(response.status, body, response.headers);
  return { status: response.status, headers: response.headers, body, json: parse(body) };
}

/** @throws ApiError with status 0 without a response; DOMException when the caller aborts. */
async function answerTo(url: string, options: RequestInit): Promise<{ response: Response; body: string }> {
  const late = new AbortController();
  const giveUp = () => {
    late.abort(options.signal?.reason);
  };
  options.signal?.addEventListener('abort', giveUp);
  if (options.signal?.aborted) giveUp();
  const timer = setTimeout(() => {
    late.abort();
  }, ANSWER_MS);
  try {
    const response = await begun(url, options, () => fetch(url, { ...options, signal: late.signal }));
    return { response, body: await response.text() };
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    void unanswered();
    throw late.signal.aborted ? unansweredError() : apiError(0, '');
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', giveUp);
  }
}

/** Takes over a call that headScript.ts has begun; if that failed, makes it again. */
function begun(
  url: string,
  { method = 'GET' }: RequestInit,
  call: () => Promise<Response>,
): Promise<Response> {
  const first = method === 'GET' ? firstAnswer(url, currentSession().token) : undefined;
  return first?.catch(call) ?? call();
}

/** A proxy's own error page. The server itself always answers errors in JSON. */
export const isGatewayWithoutServer = (status: number, body: string) =>
  [502, 503, 504].includes(status) && parse(body) === undefined;

/** Nobody knows whether the call did what it was to do. */
export const unansweredError = (
  message = 'The server did not respond. Check whether the change was made before you try again.',
) => new ApiError(0, 'unanswered', message);

async function call<T>(method: string, path: string, payload?: unknown): Promise<T> {
  const body = payload === undefined ? undefined : JSON.stringify(payload);
  return (await send(BASE + path, { method, body })).json as T;
}

export const get = <T>(path: string) => call<T>('GET', path);
export const post = <T>(path: string, payload?: unknown) => call<T>('POST', path, payload);
export const put = <T>(path: string, payload: unknown) => call<T>('PUT', path, payload);
export const del = <T>(path: string, payload?: unknown) => call<T>('DELETE', path, payload);

/**
 * A call that the server makes once, however often it gets it with this key.
 * @param heard a refusal, also one that ends the session, after which nobody else hears of it
 */
export async function postOnce<T>(
  path: string,
  payload: unknown,
  key: string,
  heard: (refusal: unknown) => void,
): Promise<T> {
  const options = {
    method: 'POST',
    headers: { 'Idempotency-Key': key },
    body: JSON.stringify(payload),
  };
  const answer = await withinSession(() =>
    exchange(BASE + path, options).catch((refusal: unknown) => {
      heard(refusal);
      throw refusal;
    }),
  );
  return answer.json as T;
}

/** Calls of the public pages and of app start. */
export const publicApi = {
  config: () => get<Config>('/config'),
  login: (email: string, password: string) => post<SignedIn>('/auth/login', { email, password }),
  /** `code` may be a recovery code. */
  secondFactor: (challenge: string, code: string) => post<SignedIn>('/auth/two-factor', { challenge, code }),
  register: (account: Schemas['RegisterDto']) => post<SignedIn>('/auth/register', account),
  forgotPassword: (email: string) => post<Schemas['MessageView']>('/auth/forgot-password', { email }),
  resetPassword: (change: Schemas['ResetPasswordDto']) =>
    post<Schemas['MessageView']>('/auth/reset-password', change),
  validateToken: () => get<Schemas['ValidView']>('/auth/validate-token'),
};

/** Asks without ending the session. Without an answer it is not refused. */
export const isTokenRefused = () =>
  exchange(`${BASE}/auth/validate-token`).then(
    () => false,
    (error: unknown) => isApiError(error) && error.status === 401,
  );

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError;

/** The message to show beside a button; undefined without an error. */
export function reasonOf(error: unknown): string | undefined {
  if (!error) return undefined;
  return isApiError(error) ? error.message : 'Something went wrong. Try again.';
}

/** One banner reports this for all calls. */
export const isUnreachable = (error: unknown) => isApiError(error) && error.status === 0;

export const needsSubscription = (error: unknown) =>
  isApiError(error) && error.error === 'subscription_required';

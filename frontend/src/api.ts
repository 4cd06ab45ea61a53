import { currentSession } from './session';
import type { Config, SignedIn, User } from './types';

const BASE = '/api';

/** An answer that is no success, passed on as the server gave it; status 0: there was no answer. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly error: string,
    message: string,
    readonly errors: Record<string, string[]> = {},
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

export function apiError(status: number, body: string): ApiError {
  if (status === 0)
    return new ApiError(0, 'unreachable', 'The server cannot be reached. Check your connection.');
  const answer = parse(body) as Partial<Pick<ApiError, 'error' | 'message' | 'errors'>> | undefined;
  return new ApiError(
    status,
    answer?.error ?? 'unknown',
    answer?.message ?? `The server answered with an error (${status}).`,
    answer?.errors,
  );
}

export function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** `url` is whole, as ra-data-simple-rest gives it; `path` in the functions below is relative to the base. */
export async function send(url: string, options: RequestInit = {}): Promise<Answer> {
  const headers = new Headers(options.headers);
  headers.set('Accept', 'application/json');
  if (typeof options.body === 'string') headers.set('Content-Type', 'application/json');
  else headers.delete('Content-Type');
  for (const [name, value] of Object.entries(bearer())) headers.set(name, value);

  const response = await fetch(url, { ...options, headers }).catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw apiError(0, '');
  });
  const body = await response.text();
  if (!response.ok) throw apiError(response.status, body);
  return { status: response.status, headers: response.headers, body, json: parse(body) };
}

async function call<T>(method: string, path: string, payload?: unknown): Promise<T> {
  const body = payload === undefined ? undefined : JSON.stringify(payload);
  return (await send(BASE + path, { method, body })).json as T;
}

export const get = <T>(path: string) => call<T>('GET', path);
export const post = <T>(path: string, payload?: unknown) => call<T>('POST', path, payload);
export const put = <T>(path: string, payload: unknown) => call<T>('PUT', path, payload);

/** The calls of the public pages, and of the start. */
export const publicApi = {
  config: () => get<Config>('/config'),
  login: (email: string, password: string) => post<SignedIn>('/auth/login', { email, password }),
  register: (account: {
    name: string;
    email: string;
    password: string;
    password_confirmation: string;
    timezone: string;
  }) => post<SignedIn>('/auth/register', account),
  forgotPassword: (email: string) => post<unknown>('/auth/forgot-password', { email }),
  resetPassword: (change: { token: string; password: string; password_confirmation: string }) =>
    post<{ message: string }>('/auth/reset-password', change),
  validateToken: () => get<{ user: User }>('/auth/validate-token'),
};

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError;

/** What a person can act on: the server's own sentence for a refusal, and nothing for a fault of the server's. */
export const reasonOf = (error: unknown): string | undefined =>
  isApiError(error) && error.status < 500 ? error.message : undefined;

export const needsSubscription = (error: unknown) =>
  isApiError(error) && error.error === 'subscription_required';

import { ApiResponse } from '@nestjs/swagger';

/** The schema of every refusal. */
export const ERROR_REF = '#/components/schemas/Error';

/** A refusal on the wire: its stable code and its sentence. */
export interface Refusal {
  error: string;
  message: string;
}

/** A response with one example for each refusal. */
export function refusalResponse(statusCode: number, ...refusals: Refusal[]) {
  const seen = new Map<string, number>();
  const named = refusals.map(({ error, message }) => {
    const n = (seen.get(error) ?? 0) + 1;
    seen.set(error, n);
    return [n === 1 ? error : `${error}_${n}`, { value: { statusCode, error, message } }] as const;
  });
  return {
    description: refusals.map(({ error, message }) => `\`${error}\`: ${message}`).join('\n\n'),
    content: { 'application/json': { schema: { $ref: ERROR_REF }, examples: Object.fromEntries(named) } },
  };
}

const refused = (status: number, error: string, messages: string[]) =>
  ApiResponse({ status, ...refusalResponse(status, ...messages.map((message) => ({ error, message }))) });

const FORBIDDEN = {
  admin: { error: 'forbidden', message: 'Only administrators can do this.' },
  'category-admin': { error: 'forbidden', message: 'Only administrators can manage categories.' },
  library: { error: 'forbidden', message: 'You need permission to access shared videos.' },
  subscription: {
    error: 'subscription_required',
    message: 'You need an active subscription to access this feature.',
  },
} as const satisfies Record<string, Refusal>;

/** 403, and the callers that get it. */
export const ApiForbidden = (...whom: (keyof typeof FORBIDDEN)[]) =>
  ApiResponse({ status: 403, ...refusalResponse(403, ...whom.map((each) => FORBIDDEN[each])) });

/** 409, with its sentences. */
export const ApiConflict = (...messages: string[]) => refused(409, 'conflict', messages);

/** 404 of a call whose body names something that does not exist. */
export const ApiNotFound = (...messages: string[]) => refused(404, 'not_found', messages);

/** 401 of a call that needs no token. */
export const ApiRefused = (...refusals: Refusal[]) =>
  ApiResponse({ status: 401, ...refusalResponse(401, ...refusals) });

/** 422 that no field causes, e.g. a full quota; in addition to the usual one. */
export const ApiInvalid = (...refusals: Refusal[]) =>
  ApiResponse({ status: 422, ...refusalResponse(422, ...refusals) });

/** 429 of a call with a limit of its own. */
export const ApiLimited = (limit: string) => {
  const { content } = refusalResponse(429, TOO_MANY);
  return ApiResponse({ status: 429, description: limit, headers: RETRY_AFTER, content });
};

export const TOO_MANY: Refusal = {
  error: 'too_many_requests',
  message: 'Too many requests. Try again in 42 seconds.',
};

export const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds.', schema: { type: 'integer' as const, example: 42 } },
};

export const ACCOUNT_QUOTA_EXCEEDED: Refusal = {
  error: 'account_quota_exceeded',
  message: 'Your plan allows 10 accounts.',
};

export const QUOTA_EXCEEDED: Refusal[] = [
  {
    error: 'task_quota_exceeded',
    message:
      'Your plan allows 150 tasks at a time and 150 are taken. Delete a pending item, wait until one is published, or upgrade.',
  },
  {
    error: 'storage_quota_exceeded',
    message:
      "This needs 12.50 MB, but only 3.10 MB of your plan's storage are free. Delete something or upgrade.",
  },
];

import {
  ERROR_REF,
  QUOTA_EXCEEDED,
  refusalResponse,
  RETRY_AFTER,
  TOO_MANY,
  type Refusal,
} from '../common/api-docs/api-refusals';
import type { Operation } from './operations';

export const ERROR_SCHEMA = {
  type: 'object',
  required: ['statusCode', 'error', 'message'],
  properties: {
    statusCode: { type: 'integer', example: 422 },
    error: { type: 'string', description: 'A stable word for machines.', example: 'validation_failed' },
    message: { type: 'string', description: 'A sentence that a user can act on.', example: 'Enter a title.' },
    errors: {
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'string' } },
      description: 'Each wrong field, and what is wrong with it.',
      example: { title: ['Enter a title.'] },
    },
    challenge: {
      type: 'string',
      description: 'With `two_factor_required` only: send it with the code to `POST /auth/two-factor`.',
      example: 'Zk3vY0T9c2lXbQ',
    },
    pending: {
      type: 'integer',
      description: 'With a 409 of an account that is to be removed: how many pending items it has.',
      example: 3,
    },
    request_id: {
      type: 'string',
      description: 'With a 500 only: name it when you ask for support.',
      example: '0b9a2c4e-6f1d-4d0e-9a53-0f2f6f0c7d11',
    },
  },
} as const;

const UNAVAILABLE: Refusal = {
  error: 'unavailable',
  message: 'The server is busy. Try again in a few seconds.',
};

const INTERNAL: Refusal = {
  error: 'internal',
  message: 'Something went wrong on our side. Please try again; if it stays, tell support the request id.',
};

/** Refusals that follow from the shape of a call, each described once. */
export const COMMON_RESPONSES = {
  BadRequest: refusalResponse(400, {
    error: 'bad_request',
    message: 'The request is not valid.',
  }),
  Unauthorized: {
    ...refusalResponse(401, { error: 'unauthorized', message: 'Please sign in.' }),
    description: 'The token is missing, is not valid or belongs to a session that has ended.',
    headers: {
      'WWW-Authenticate': { description: 'Bearer.', schema: { type: 'string', example: 'Bearer' } },
    },
  },
  NotFound: {
    ...refusalResponse(404, { error: 'not_found', message: 'This video was not found.' }),
    description: "There is no such item, or it is another user's.",
  },
  RequestTimeout: refusalResponse(408, {
    error: 'request_timeout',
    message: 'The upload came too slowly and was given up. Nothing was stored; try again.',
  }),
  PayloadTooLarge: refusalResponse(413, {
    error: 'payload_too_large',
    message: 'The request is larger than this call takes.',
  }),
  UnsupportedMediaType: refusalResponse(415, {
    error: 'unsupported_media_type',
    message: 'This call takes JSON (Content-Type: application/json).',
  }),
  ValidationFailed: {
    description: 'A field or a parameter is not valid; `errors` names each of them.',
    content: {
      'application/json': {
        schema: { $ref: ERROR_REF },
        examples: { validation_failed: { value: invalid('title', 'Enter a title.') } },
      },
    },
  },
  UploadRefused: uploadRefused(),
  TooManyRequests: {
    ...refusalResponse(429, TOO_MANY),
    description: 'More than 600 calls a minute.',
    headers: RETRY_AFTER,
  },
  InternalError: refusalResponse(500, INTERNAL),
  Unavailable: { ...refusalResponse(503, UNAVAILABLE), headers: RETRY_AFTER },
};

type Name = keyof typeof COMMON_RESPONSES;

/** A response of the call's own stands before the common one of the same status. */
export function addCommonResponses(path: string, operation: Operation): void {
  const common: Record<number, Name> = { 400: 'BadRequest', 500: 'InternalError', 503: 'Unavailable' };
  const takesQuery = operation.parameters?.some((each) => 'in' in each && each.in === 'query');
  const content =
    operation.requestBody && 'content' in operation.requestBody && operation.requestBody.content;
  if (operation.security?.length !== 0)
    Object.assign(common, { 401: 'Unauthorized', 429: 'TooManyRequests' });
  if (path.includes('{id}')) common[404] = 'NotFound';
  if (content || takesQuery) common[422] = 'ValidationFailed';
  if (content) Object.assign(common, { 413: 'PayloadTooLarge', 415: 'UnsupportedMediaType' });
  if (content && 'multipart/form-data' in content)
    Object.assign(common, { 408: 'RequestTimeout', 422: 'UploadRefused' });
  for (const [status, name] of Object.entries(common))
    operation.responses[status] ??= { $ref: `#/components/responses/${name}` };
}

function uploadRefused() {
  const { description, content } = refusalResponse(422, ...QUOTA_EXCEEDED);
  const { schema, examples } = content['application/json'];
  const value = invalid('videos.0', 'Only MP4 videos are supported');
  return {
    description: `\`validation_failed\`: \`errors\` names each field or file.\n\n${description}`,
    content: { 'application/json': { schema, examples: { validation_failed: { value }, ...examples } } },
  };
}

function invalid(field: string, message: string) {
  return { statusCode: 422, error: 'validation_failed', message, errors: { [field]: [message] } };
}

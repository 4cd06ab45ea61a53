import { refusalResponse, type Refusal } from '../common/api-docs/api-refusals';
import { KEY_HEADER, MOST_CHARACTERS } from '../keyed-calls/idempotency-key';
import { OTHER_CALL, STILL_RUNNING } from '../keyed-calls/keyed-calls';
import { REPLAYED_HEADER } from '../keyed-calls/marks';
import type { Operation } from './operations';

export const ABOUT_KEYS = `A POST that names the header \`${KEY_HEADER}\` may be repeated with the same key and body for 24 hours: the repetition gets
the answer of the first call and does nothing again. Other calls ignore the header: those with files, those without a
session, and those that answer a secret or end the session.`;

export const IDEMPOTENCY_KEY = {
  name: KEY_HEADER,
  in: 'header',
  required: false,
  description:
    'Chosen by the client, a new one for each call that is meant. With the same key and the same JSON body, whatever ' +
    'the order of its names, the first answer comes again for 24 hours, unless that was a 429 or a 5xx. Visible ASCII ' +
    'characters without spaces; anything else is a 422. Ignored beside files.',
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: MOST_CHARACTERS,
    pattern: '^[!-~]+$',
    example: '7c1d3f52-0a83-4be1-9c57-1f0e6b2d9a44',
  },
} as const;

export const IDEMPOTENCY_REPLAYED = {
  description: `With a repetition only: \`true\`. The answer is that of the first call with this \`${KEY_HEADER}\`.`,
  schema: { type: 'string', enum: ['true'] },
} as const;

const CONFLICTS = [STILL_RUNNING, OTHER_CALL].map((message) => ({ error: 'conflict', message }));

/** The header, what it does to the answer, and its refusals beside the call's own. */
export function describeKey(operation: Operation): void {
  const { responses } = operation;
  operation.parameters = [
    ...(operation.parameters ?? []),
    { $ref: '#/components/parameters/IdempotencyKey' },
  ];
  for (const [status, response] of Object.entries(responses))
    if (Number(status) < 300 && response && 'description' in response)
      response.headers = {
        ...response.headers,
        [REPLAYED_HEADER]: { $ref: '#/components/headers/IdempotencyReplayed' },
      };
  responses[409] = refusalResponse(409, ...refusalsIn(responses[409]), ...CONFLICTS);
  responses[422] ??= { $ref: '#/components/responses/ValidationFailed' };
}

function refusalsIn(response: Operation['responses'][string]): Refusal[] {
  if (!response || !('content' in response)) return [];
  const examples = Object.values(response.content?.['application/json']?.examples ?? {});
  return examples.flatMap((each) => ('value' in each ? [each.value as Refusal] : []));
}

/**
 * The decorators that describe the API. They cost 186 ms of start-up when @nestjs/swagger is loaded, so they do
 * nothing in the running product; the build switches them on (`openapi-document.ts`), writes the document once, and
 * the product serves that file.
 */
import { applyDecorators, type Type } from '@nestjs/common';
import type * as Swagger from '@nestjs/swagger';
import type { ListFields } from './lists';

const swagger = (globalThis as Record<symbol, typeof Swagger | undefined>)[
  Symbol.for('pagecast.describe-api')
];

const nothing = () => () => undefined;

type Decorators = Pick<
  typeof Swagger,
  | 'ApiProperty'
  | 'ApiPropertyOptional'
  | 'ApiTags'
  | 'ApiBearerAuth'
  | 'ApiOkResponse'
  | 'ApiCreatedResponse'
  | 'ApiResponse'
  | 'ApiBody'
  | 'ApiQuery'
  | 'ApiParam'
  | 'ApiOperation'
  | 'ApiExcludeController'
  | 'ApiExtraModels'
  | 'ApiExtension'
>;

const quiet = new Proxy({}, { get: () => nothing }) as Decorators;

export const {
  ApiProperty,
  ApiPropertyOptional,
  ApiTags,
  ApiBearerAuth,
  ApiOkResponse,
  ApiCreatedResponse,
  ApiResponse,
  ApiBody,
  ApiQuery,
  ApiParam,
  ApiOperation,
  ApiExcludeController,
  ApiExtraModels,
  ApiExtension,
}: Decorators = swagger ?? quiet;

type Schema = Record<string, unknown>;

const nothingAtAll: MethodDecorator & ClassDecorator = () => undefined;

/** The schema of every refusal; `openapi-document.ts` adds it, and the errors that follow from a call's shape. */
const ERROR_REF = '#/components/schemas/Error';

const error = (status: number, description: string) =>
  ApiResponse({ status, description, schema: { $ref: ERROR_REF } });

const FORBIDDEN = {
  admin: 'forbidden: only administrators can do this.',
  library: 'forbidden: the caller may not use the shared library.',
  subscription: 'subscription_required: the caller has no active subscription.',
};

/** 403, and whom it meets. */
export const ApiForbidden = (...whom: (keyof typeof FORBIDDEN)[]) =>
  error(403, whom.map((each) => FORBIDDEN[each]).join('\n\n'));

/** 409, and in which state. */
export const ApiConflict = (description: string) => error(409, description);

/** 404 of a call whose body names what is not there. */
export const ApiNotFound = (description: string) => error(404, description);

/** 401 of a call that needs no token. */
export const ApiRefused = (description: string) => error(401, description);

/** 422 of a call without fields to be wrong, e.g. a full quota. */
export const ApiInvalid = (description: string) => error(422, description);

/** 429 of a call that has a limit of its own. */
export const ApiLimited = (description: string) => error(429, description);

/** A multipart body, beside the JSON one if the call has that as well. `{collection}` is the path's last segment. */
export const ApiForm = (properties: Record<string, Schema>, required: string[]): MethodDecorator =>
  swagger ? ApiExtension('x-form', { type: 'object', properties, required }) : nothingAtAll;

export const FILE: Schema = { type: 'string', format: 'binary' };
export const files = (description: string): Schema => ({ type: 'array', items: FILE, description });
export const texts = (description: string): Schema => ({
  type: 'array',
  items: { type: 'string' },
  description,
});

/** A list in both dialects, with what it can be sorted and filtered by. `whole`: all rows without page or range. */
export function ApiList(
  model: Type,
  fields: ListFields,
  { whole = false } = {},
): MethodDecorator & ClassDecorator {
  if (!swagger) return nothingAtAll;
  const array = { type: 'array', items: { $ref: refToSchema(model) } };
  const url = { type: 'string', nullable: true };
  const place = { type: 'integer', nullable: true };
  const whole_ = { type: 'integer' };
  const properties = {
    data: array,
    current_page: whole_,
    last_page: whole_,
    per_page: whole_,
    total: whole_,
    from: place,
    to: place,
    prev_page_url: url,
    next_page_url: url,
  };
  const query = (name: string, schema: Schema, description: string) =>
    ApiQuery({ name, required: false, schema, description });
  const sorts = Object.keys(fields.sort).join(', ');
  const filters = Object.entries(fields.filter).map(([name, kind]) => `${name} (${kind})`);
  const usual = whole ? 'Without page or range: all rows as an array.' : 'Default: the first page.';
  return applyDecorators(
    ApiExtraModels(model),
    query('page', { type: 'integer', minimum: 1 }, `Answers the envelope. ${usual}`),
    query('per_page', { type: 'integer', minimum: 1, maximum: 100, default: 15 }, 'Rows of a page.'),
    query(
      'range',
      { type: 'string', example: '[0,24]' },
      'JSON [first,last]: answers an array and Content-Range.',
    ),
    query('sort', { type: 'string', example: '["id","ASC"]' }, `JSON [field, ASC or DESC]; ${sorts}.`),
    query('filter', { type: 'string', example: '{"id":[1,2]}' }, `JSON object; ${filters.join(', ')}.`),
    ApiOkResponse({
      description: `${usual} An array with range, an envelope with page.`,
      headers: {
        'Content-Range': { description: 'With range: unit first-last/total.', schema: { type: 'string' } },
      },
      schema: {
        oneOf: [{ type: 'object', properties, required: Object.keys(properties) }, array],
      },
    }),
  );
}

/** Server-sent events, and for who asks for JSON one answer of what they carry. */
export function ApiEvents(model: Type): MethodDecorator {
  if (!swagger) return nothingAtAll;
  return applyDecorators(
    ApiExtraModels(model),
    swagger.ApiHeader({
      name: 'Last-Event-ID',
      required: false,
      description: 'The id of the last event that came: what changed since is told at once.',
    }),
    ApiOkResponse({
      description:
        'A stream that stays open: `changed` events, whose data is this object without its id, and comments every 15 seconds. With `Accept: application/json` one answer instead.',
      content: {
        'text/event-stream': { schema: { type: 'string' } },
        'application/json': { schema: { $ref: refToSchema(model) } },
      },
    }),
  );
}

export const refToSchema = (model: Parameters<typeof Swagger.getSchemaPath>[0]): string =>
  swagger ? swagger.getSchemaPath(model) : '';

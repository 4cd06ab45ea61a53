import { STATUS_CODES } from 'node:http';
import type { OpenAPIObject } from '@nestjs/swagger';
import { FORM_EXTENSION } from '../common/api-docs/api-forms';
import { PUBLIC_EXTENSION } from '../common/http/public.decorator';
import { REPEATABLE_EXTENSION } from '../keyed-calls/repeatable.decorator';
import { addCommonResponses, COMMON_RESPONSES, ERROR_SCHEMA } from './common-responses';
import { asJsonSchema, eachValue } from './json-schema';
import { nameList } from './list-words';
import { operationsOf, type Operation } from './operations';
import { describeKey, IDEMPOTENCY_KEY, IDEMPOTENCY_REPLAYED } from './repeatable';

type Schemas = Record<string, { required?: unknown }>;

/**
 * What decorators cannot say: a body of two kinds, a call without security, and refusals that follow from a call's
 * shape. `partial` names the bodies of which only some fields may be sent.
 */
export function complete(document: OpenAPIObject, partial: string[]): void {
  const schemas: Schemas = { ...document.components?.schemas, Error: ERROR_SCHEMA };
  for (const name of partial) delete schemas[name]?.required;
  for (const [path, operation] of operationsOf(document)) {
    placeForm(operation);
    openPublic(operation);
    nameList(path, operation);
    describeId(operation);
    nameAnswers(operation);
    addCommonResponses(path, operation);
    if (take(operation, REPEATABLE_EXTENSION)) describeKey(operation);
    convertSchemas(operation);
  }
  const responses = structuredClone(COMMON_RESPONSES);
  const parameters = { IdempotencyKey: structuredClone(IDEMPOTENCY_KEY) };
  const headers = { IdempotencyReplayed: IDEMPOTENCY_REPLAYED };
  for (const part of [responses, parameters]) convertSchemas(part);
  document.components = {
    ...document.components,
    schemas: eachValue(schemas, asJsonSchema) as never,
    responses,
    parameters,
    headers: headers as never,
  };
}

function placeForm(operation: Operation): void {
  const form = take(operation, FORM_EXTENSION);
  if (!form) return;
  const body = operation.requestBody;
  const others = body && 'content' in body ? body.content : {};
  operation.requestBody = { required: true, content: { ...others, 'multipart/form-data': { schema: form } } };
}

function openPublic(operation: Operation): void {
  if (take(operation, PUBLIC_EXTENSION)) operation.security = [];
}

function describeId({ parameters = [] }: Operation): void {
  for (const each of parameters)
    if ('in' in each && each.in === 'path' && each.name === 'id' && !hasPattern(each.schema))
      Object.assign(each, {
        description: 'Of the item.',
        schema: { type: 'integer', minimum: 1, example: 12 },
      });
}

const hasPattern = (schema: object | undefined) => schema !== undefined && 'pattern' in schema;

function nameAnswers({ responses }: Operation): void {
  for (const [status, response] of Object.entries(responses))
    if (response && 'description' in response) response.description ||= STATUS_CODES[status] ?? status;
}

function take(operation: Operation, extension: string): unknown {
  const value: unknown = Reflect.get(operation, extension);
  Reflect.deleteProperty(operation, extension);
  return value;
}

/** Every `schema` below; what stands beside them, such as the example of a parameter, stays. */
function convertSchemas(part: unknown): void {
  if (typeof part !== 'object' || part === null) return;
  for (const [key, value] of Object.entries(part))
    if (key === 'schema') (part as Record<string, unknown>).schema = asJsonSchema(value);
    else convertSchemas(value);
}

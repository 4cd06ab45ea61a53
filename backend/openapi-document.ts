/** Run by the build: writes the OpenAPI document to the file that is named. */
import 'reflect-metadata';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as swagger from '@nestjs/swagger';
import { LISTS } from './publishing/formats/lists';

const ERROR_REF = '#/components/schemas/Error';

const ERROR = {
  type: 'object',
  required: ['statusCode', 'error', 'message'],
  properties: {
    statusCode: { type: 'integer' },
    error: { type: 'string', description: 'A stable word, e.g. validation_failed.' },
    message: { type: 'string', description: 'A sentence that a user can act on.' },
    errors: {
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'string' } },
      description: 'Field → what is wrong with it.',
    },
    request_id: { type: 'string', description: 'Of a 500, to be told to support.' },
  },
} as const;

const METHODS = ['get', 'post', 'put', 'delete'] as const;

type Operation = swagger.OpenAPIObject['paths'][string][(typeof METHODS)[number]] & { 'x-form'?: unknown };
type Body = { required?: boolean; content: Record<string, { schema: unknown }> };

const listAt = (path: string) => LISTS.find((list) => path === `/api/${list.path}`);

/** What decorators cannot say: a body of two kinds, and the errors that follow from a call's shape. */
function complete(document: swagger.OpenAPIObject, partial: string[]): void {
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, Error: ERROR as never },
  };
  for (const name of partial) delete (document.components.schemas?.[name] as { required?: unknown }).required;
  for (const [path, item] of Object.entries(document.paths))
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      const named = JSON.stringify(operation).replaceAll('{collection}', listAt(path)?.collection ?? '');
      item[method] = withErrors(path, withForm(path, JSON.parse(named) as NonNullable<Operation>));
    }
}

function withForm(path: string, { 'x-form': form, ...operation }: NonNullable<Operation>) {
  if (!form) return operation;
  const body = operation.requestBody as Body | undefined;
  // Of what is not in the shared library there is nothing to pick.
  const others = listAt(path)?.library === false ? {} : body?.content;
  const content = { ...others, 'multipart/form-data': { schema: form } };
  return { ...operation, requestBody: { required: true, content } as never };
}

function withErrors(path: string, operation: NonNullable<Operation>) {
  const body = operation.requestBody as Body | undefined;
  const errors: Record<number, string> = { 500: 'internal: with request_id.' };
  const isList = operation.parameters?.some((each) => 'in' in each && each.in === 'query');
  if (operation.security?.length) {
    errors[401] = 'unauthorized: no token, or one that is not valid (any more).';
    errors[429] = 'too_many_requests: see Retry-After.';
  }
  if (path.includes('{id}')) errors[404] = "not_found: missing, or another user's.";
  if (body || isList) errors[422] = 'validation_failed: errors names each field.';
  if (body) {
    errors[400] = 'bad_request: the body cannot be read.';
    errors[413] = 'payload_too_large';
    errors[415] = 'unsupported_media_type';
    if ('multipart/form-data' in body.content) {
      errors[408] = 'request_timeout: the upload came too slowly.';
      errors[422] =
        'validation_failed: errors names each field or file; task_quota_exceeded, storage_quota_exceeded.';
    }
  }
  const schema = { $ref: ERROR_REF };
  const usual = Object.fromEntries(
    Object.entries(errors).map(([status, description]) => [
      status,
      { description, content: { 'application/json': { schema } } },
    ]),
  );
  return { ...operation, responses: { ...usual, ...operation.responses } };
}

const operationIdFactory = (controller: string, method: string): string => {
  const name = controller.replace(/Controller$/, '');
  return name.charAt(0).toLowerCase() + name.slice(1) + method.charAt(0).toUpperCase() + method.slice(1);
};

async function describe(file: string): Promise<void> {
  (globalThis as Record<symbol, unknown>)[Symbol.for('pagecast.describe-api')] = swagger;
  // Only now, and not above: the decorators look for the switch when their module is read.
  const { createNest } = await import('./app');
  const { namesOfAllOptional } = await import('./common/validation.pipe');
  const { loadConfig } = await import('./config/config');
  const dir = mkdtempSync(join(tmpdir(), 'pagecast-openapi-'));
  try {
    const nest = await createNest(loadConfig({ DATA_DIR: dir, ROLE: 'api', LOG_LEVEL: 'error' }), dir);
    const about = new swagger.DocumentBuilder()
      .setTitle('Pagecast')
      .setDescription(
        'Schedules and publishes videos and photos to a Facebook Page and an Instagram account.',
      )
      .setVersion('1')
      .addBearerAuth()
      .build();
    const document = swagger.SwaggerModule.createDocument(nest, about, { operationIdFactory });
    complete(document, namesOfAllOptional());
    writeFileSync(file, JSON.stringify(document));
    await nest.close();
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

void describe(process.argv[2] ?? 'openapi.json');

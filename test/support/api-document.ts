import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Answer, Client } from './client';

const ROOT = resolve(__dirname, '../..');

export const METHODS = ['get', 'post', 'put', 'delete'];

export interface Operation {
  /** E.g. `GET /api/videos/{id}`. */
  name: string;
  method: string;
  /** With the path of the server before it. */
  path: string;
  spec: any;
}

/** Written synchronously: the cases of a test file are made from it. */
function writeDocument(): any {
  const dir = mkdtempSync(join(tmpdir(), 'pagecast-openapi-'));
  try {
    const file = join(dir, 'openapi.json');
    const register = join(ROOT, 'test/support/register-ts.js');
    execFileSync(process.execPath, ['-r', register, join(ROOT, 'backend/openapi-document.ts'), file]);
    return JSON.parse(readFileSync(file, 'utf8'));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

export const document = writeDocument();

const BASE: string = document.servers[0].url;

export const operations: Operation[] = Object.entries<any>(document.paths).flatMap(([path, item]) =>
  Object.entries<any>(item).map(([method, spec]) => ({
    name: `${method.toUpperCase()} ${BASE}${path}`,
    method: method.toUpperCase(),
    path: BASE + path,
    spec,
  })),
);

export const cases = (wanted: (operation: Operation) => boolean) =>
  operations.filter(wanted).map((operation) => [operation.name, operation] as const);

export function resolved(part: any): any {
  if (!part?.$ref) return part;
  const keys = part.$ref.slice(2).split('/');
  return keys.reduce((found: any, key: string) => found[key], document);
}

/** Whether it sends a browser elsewhere; then it answers nothing. */
export const isRedirect = ({ spec }: Operation) => spec.responses[302] !== undefined;

export const answerOf = ({ spec }: Operation) =>
  resolved(spec.responses[200] ?? spec.responses[201])?.content['application/json'].schema ?? {};

export const isSecured = ({ spec }: Operation) => spec.security?.length !== 0;

const needs = (whom: RegExp) => (operation: Operation) =>
  whom.test(operation.spec.responses[403]?.description ?? '');
export const needsAdmin = needs(/Only administrators/);
export const needsSubscription = needs(/subscription_required/);
export const needsLibrary = (operation: Operation) =>
  needs(/access shared videos/)(operation) && !needsSubscription(operation);

export const hasId = ({ path }: Operation) => path.includes('{id}');
export const isList = ({ spec }: Operation) => spec.parameters.some((each: any) => each.name === 'page');
/** Whether it may be repeated with an `Idempotency-Key`. */
export const takesKey = ({ spec }: Operation) =>
  spec.parameters.some((each: any) => resolved(each).name === 'Idempotency-Key');
export const isForAdministration = ({ spec }: Operation) => spec.tags.includes('Administration');

export const bodyOf = ({ spec }: Operation, type = 'application/json') =>
  spec.requestBody?.content[type]?.schema;

/** Every schema in it, at any depth. */
export function schemasIn(schema: any): any[] {
  if (schema === null || typeof schema !== 'object') return [];
  const below = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.oneOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.items ? [schema.items] : []),
  ];
  return [schema, ...below.flatMap(schemasIn)];
}

/** A body as its schema describes it, so that nothing is refused before the question who asks. */
function sample(schema: any): any {
  const { enum: values, examples, type, properties = {}, items } = resolved(schema);
  if (examples) return examples[0];
  if (values) return values[0];
  if (type === 'array') return [sample(items)];
  return Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, sample(each)]));
}

const WINDOW = '?from=2030-01-01&to=2030-02-01';

/** Calls it with a body of the right shape. */
export function call(
  client: Client,
  operation: Operation,
  id: string | number = 1,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const path =
    operation.path.replace('{id}', String(id)) + (operation.path === '/api/calendar' ? WINDOW : '');
  const schema = bodyOf(operation);
  if (schema) return client.call(operation.method, path, sample(schema), headers);
  const form = bodyOf(operation, 'multipart/form-data');
  return client.call(operation.method, path, form && new FormData(), headers);
}

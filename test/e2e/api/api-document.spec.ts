import { VERSION } from '../../../backend/version';
import { startTestApp, type TestApp } from '../../support/app';
import {
  answerOf,
  bodyOf,
  cases,
  document,
  isForAdministration,
  isRedirect,
  METHODS,
  operations,
  resolved,
  schemasIn,
  takesKey,
  type Operation,
} from '../../support/api-document';
import { problems } from '../../support/api-schemas';

const ERROR = { $ref: '#/components/schemas/Error' };

/** The calls that need no token, by hand: one more here is a decision. */
const PUBLIC = [
  'GET /api/config',
  'GET /api/connect/callback',
  'GET /api/plans',
  'POST /api/auth/forgot-password',
  'POST /api/auth/login',
  'POST /api/auth/register',
  'POST /api/auth/reset-password',
  'POST /api/auth/two-factor',
  'POST /api/connect/data-deletion',
  'POST /api/connect/deauthorize',
];

/** The calls that take files in a form, by hand; all others refuse such a body. */
const MULTIPART = [
  'POST /api/captions',
  'POST /api/instagram/videos',
  'POST /api/photos',
  'POST /api/shared-videos',
  'POST /api/videos',
  'PUT /api/instagram/videos/{id}/file',
  'PUT /api/photos/{id}/file',
  'PUT /api/posts/{id}/file',
  'PUT /api/videos/{id}/file',
];

/** The calls that send a browser elsewhere. */
const REDIRECTS = ['GET /api/connect/callback'];

/** The POSTs whose answer is never kept, by hand: secrets, sessions, and forms of Meta's. */
const WITHOUT_KEY = [
  'POST /api/auth/forgot-password',
  'POST /api/auth/login',
  'POST /api/auth/logout',
  'POST /api/auth/register',
  'POST /api/auth/reset-password',
  'POST /api/auth/two-factor',
  'POST /api/connect',
  'POST /api/connect/data-deletion',
  'POST /api/connect/deauthorize',
  'POST /api/user/two-factor',
  'POST /api/user/two-factor/confirm',
];

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.end());

const allSchemas = () => [
  ...Object.values<any>(document.components.schemas),
  ...operations.flatMap(({ spec }) => [
    ...spec.parameters.map(({ schema }: any) => schema),
    ...Object.values<any>(spec.requestBody?.content ?? {}).map(({ schema }) => schema),
    ...Object.values<any>(spec.responses).flatMap((response) =>
      Object.values<any>(resolved(response).content ?? {}).map(({ schema }) => schema),
    ),
  ]),
];

describe('the document', () => {
  it('names the product and its version', () => {
    expect([document.info.title, document.info.version]).toEqual(['Pagecast', VERSION]);
  });

  it('says what each tag of an operation holds', () => {
    const tags = document.tags.map(({ name }: { name: string }) => name);
    expect(operations.flatMap(({ spec }) => spec.tags).filter((tag) => !tags.includes(tag))).toEqual([]);
  });

  it('has a name of its own for each operation', () => {
    const ids = operations.map(({ spec }) => spec.operationId);
    expect(ids).toEqual([...new Set(ids)]);
    for (const id of ids) expect(id).toMatch(/^[a-z]+[A-Za-z]*$/);
  });

  it('leaves no placeholder in a text', () => {
    const texts = JSON.stringify(operations.map(({ spec }) => spec));
    expect(texts.match(/\{[a-z]+\}/gi) ?? []).toEqual([]);
  });

  it('gives each field a type', () => {
    const isVague = ({ $ref, oneOf, anyOf, type, properties, additionalProperties }: any) =>
      !$ref && !oneOf && !anyOf && (!type || (type === 'object' && !properties && !additionalProperties));
    expect(allSchemas().flatMap(schemasIn).filter(isVague)).toEqual([]);
  });

  it('gives each field an example that its schema allows', () => {
    const fields = allSchemas()
      .flatMap(schemasIn)
      .flatMap(({ properties = {} }) => Object.entries<any>(properties));
    expect(fields.length).toBeGreaterThan(100);
    for (const [name, field] of fields) {
      if (hasParts(field) || isFile(field)) continue;
      expect([name, field]).toEqual([name, expect.objectContaining({ examples: expect.any(Array) })]);
      for (const example of field.examples) expect([name, problems(field, example)]).toEqual([name, []]);
    }
  });

  it('gives examples of refusals that are errors', () => {
    const responses = operations.flatMap(({ spec }) => Object.entries<any>(spec.responses));
    for (const [status, response] of responses.filter(([each]) => Number(each) >= 400)) {
      const { schema, examples } = resolved(response).content['application/json'];
      expect(schema).toEqual(ERROR);
      for (const { value } of Object.values<any>(examples)) {
        expect(problems(schema, value)).toEqual([]);
        expect(value.statusCode).toBe(Number(status));
      }
    }
  });

  it('has every route of the running product, and no other', () => {
    const tree: string = app.running.nest
      .getHttpAdapter()
      .getInstance()
      .printRoutes({ commonPrefix: false, includeHooks: false });
    const routes = routesOf(tree).filter(
      (route) =>
        /^\w+ \/api(\/|$)/.test(route) &&
        // Uploads speak tus, which has a document of its own.
        !/^(GET \/api\/(docs(\/|$)|openapi\.json)|\w+ \/api\/uploads(\/|$))/.test(route),
    );
    expect(routes.length).toBeGreaterThan(50);
    expect(operations.map(({ name }) => name).sort()).toEqual(routes.sort());
  });

  it.each(cases(() => true))('%s: answers, refusals, security', (name, operation) => {
    const { path, spec } = operation;
    const statuses = Object.keys(spec.responses).map(Number);
    const answers = statuses.filter((status) => status < 400);
    expect(answers).toHaveLength(1);
    expect(isRedirect(operation)).toBe(REDIRECTS.includes(name));
    if (!isRedirect(operation))
      expect(schemasIn(answerOf(operation)).some((each) => each.$ref || each.type === 'object')).toBe(true);

    const isPublic = PUBLIC.includes(name);
    expect(spec.security).toEqual(isPublic ? [] : undefined);
    const wanted = [400, 500, 503];
    if (!isPublic) wanted.push(401, 429);
    if (path.includes('{id}')) wanted.push(404);
    if (spec.requestBody) wanted.push(413, 415, 422);
    if (isForAdministration(operation)) wanted.push(403);
    expect(statuses).toEqual(expect.arrayContaining(wanted));
  });

  it('has a key at every POST that may be repeated with one, and at no other call', () => {
    const posts = operations.filter(({ method }) => method === 'POST');
    const without = posts.filter((operation) => !takesKey(operation));
    expect(without.map(({ name }) => name).sort()).toEqual(WITHOUT_KEY);
    for (const { name, method, spec } of operations.filter(takesKey)) {
      expect([name, method]).toEqual([name, 'POST']);
      expect(resolved(spec.responses[409]).description).toContain('Idempotency-Key');
      const refusal = bodyOf({ spec } as Operation, 'multipart/form-data')
        ? 'UploadRefused'
        : 'ValidationFailed';
      if (spec.responses[422].$ref) expect(spec.responses[422].$ref).toMatch(refusal);
      const answer = spec.responses[200] ?? spec.responses[201];
      expect(Object.keys(answer.headers)).toContain('Idempotency-Replayed');
    }
    const parameter = document.components.parameters.IdempotencyKey;
    for (const example of parameter.schema.examples) expect(problems(parameter.schema, example)).toEqual([]);
  });

  it('asks for a token where nothing else is said', () => {
    expect(document.security).toEqual([{ bearer: [] }]);
    expect(document.components.securitySchemes.bearer).toMatchObject({ type: 'http', scheme: 'bearer' });
  });

  it.each(cases(({ method, spec }) => method === 'PUT' || (method === 'POST' && spec.requestBody)))(
    '%s: a body has a schema',
    (_, operation) => {
      const types = Object.keys(operation.spec.requestBody?.content ?? {});
      expect(types.length).toBeGreaterThan(0);
      for (const type of types) {
        const schema = resolved(bodyOf(operation, type));
        if (type.startsWith('image/')) expect(isFile(schema)).toBe(true);
        else
          expect(
            schemasIn(schema).flatMap((each) => Object.keys(resolved(each).properties ?? {})),
          ).not.toEqual([]);
      }
    },
  );

  it.each([
    ['/videos', 'videos[]'],
    ['/instagram/videos', 'videos[]'],
    ['/photos', 'photos[]'],
    ['/captions', 'captions_file'],
    ['/shared-videos', 'video'],
  ])('POST %s takes its files', (path, field) => {
    const form = document.paths[path].post.requestBody.content['multipart/form-data'].schema;
    const file = form.properties[field];
    expect(file.items ?? file).toMatchObject({ type: 'string', format: 'binary' });
    expect(form.required).toContain(field);
  });
});

describe('a multipart body', () => {
  /** Meta's own calls refuse it in their own way. */
  const isOfForms = (operation: Operation) => bodyOf(operation, 'application/x-www-form-urlencoded');

  it.each(cases((operation) => operation.method !== 'GET' && !isOfForms(operation)))(
    '%s: is taken or refused for its type, as the document says',
    async (name, operation) => {
      const form = new FormData();
      form.append('unscheduled', '1');
      const path = operation.path.replace('{id}', '1');
      const { status } = await app.client.call(operation.method, path, form);
      const isTaken = MULTIPART.includes(name);
      expect([status !== 415, bodyOf(operation, 'multipart/form-data') !== undefined]).toEqual([
        isTaken,
        isTaken,
      ]);
    },
  );
});

const isFile = ({ format, items }: any) => (items ?? { format }).format === 'binary';

/** Whose parts have the examples. */
const hasParts = ({ $ref, oneOf, anyOf, items, properties }: any) =>
  Boolean($ref ?? oneOf ?? anyOf ?? items?.$ref ?? properties);

/** `METHOD /path/{param}` of each route in the tree that the router prints. */
function routesOf(tree: string): string[] {
  const path: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const match = /^((?:[│ ] {3})*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line);
    if (!match) return [];
    const [, indent = '', piece = '', methods = ''] = match;
    const depth = indent.length / 4;
    path.length = depth;
    path[depth] = piece;
    const whole = path.join('').replace(/:(\w+)/g, '{$1}');
    return methods
      .split(', ')
      .filter((method) => METHODS.includes(method.toLowerCase()))
      .map((method) => `${method} ${whole.replace(/(.)\/$/, '$1')}`);
  });
}

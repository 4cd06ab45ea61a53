import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { AuthLimits } from '../../backend/auth/auth-limits';
import { Database } from '../../backend/database/database';
import { startTestApp, type TestApp } from '../support/app';
import type { Answer, Client } from '../support/client';
import { fixture } from '../support/media';

const ROOT = resolve(__dirname, '../..');
const METHODS = ['get', 'post', 'put', 'delete'];
const ERROR = { $ref: '#/components/schemas/Error' };

/** The calls that need no token, by hand: one more here is a decision. */
const PUBLIC = [
  'GET /api/config',
  'GET /api/plans',
  'POST /api/auth/forgot-password',
  'POST /api/auth/login',
  'POST /api/auth/register',
  'POST /api/auth/reset-password',
  'POST /api/auth/two-factor',
];

/** They are refused with a 401 of their own: the login of nobody, a challenge that nobody was given. */
const SIGN_INS = ['POST /api/auth/login', 'POST /api/auth/two-factor'];

interface Operation {
  name: string;
  method: string;
  path: string;
  spec: any;
}

/** Made before the tests are, for they are made from it. */
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

const document = writeDocument();

const operations: Operation[] = Object.entries<any>(document.paths).flatMap(([path, item]) =>
  Object.entries<any>(item).map(([method, spec]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    spec,
  })),
);
const cases = (wanted: (operation: Operation) => boolean) =>
  operations.filter(wanted).map((operation) => [operation.name, operation] as const);

const isSecured = ({ spec }: Operation) => (spec.security ?? []).length > 0;
const needs = (whom: RegExp) => (operation: Operation) =>
  whom.test(operation.spec.responses[403]?.description ?? '');
const needsAdmin = needs(/only administrators/);
const needsSubscription = needs(/subscription_required/);
const needsLibrary = (operation: Operation) =>
  needs(/shared library/)(operation) && !needsSubscription(operation);
const hasId = ({ path }: Operation) => path.includes('{id}');
const isList = ({ spec }: Operation) => spec.parameters.some((each: any) => each.name === 'page');
const bodyOf = ({ spec }: Operation, type = 'application/json') => spec.requestBody?.content[type]?.schema;

function resolved(schema: any): any {
  return schema?.$ref ? document.components.schemas[schema.$ref.split('/').pop()] : schema;
}

/** A body as its schema describes it, so that nothing is refused before the question who asks. */
function sample(schema: any): any {
  const s = resolved(schema);
  if (s.enum) return s.enum[0];
  if (s.allOf) return sample(s.allOf[0]);
  if (s.type === 'object')
    return Object.fromEntries(Object.entries(s.properties ?? {}).map(([name, each]) => [name, sample(each)]));
  if (s.type === 'array') return [sample(s.items)];
  if (s.type === 'boolean') return true;
  if (s.type === 'number' || s.type === 'integer') return 1;
  if (s.nullable) return null;
  if (s.format === 'email') return 'somebody@example.com';
  return s.format === 'date-time' ? '2030-01-01T00:00:00Z' : 'some text';
}

function call(client: Client, operation: Operation, id: string | number = 1): Promise<Answer> {
  const path =
    operation.path.replace('{id}', String(id)) + (operation.path === '/api/calendar' ? WINDOW : '');
  const schema = bodyOf(operation);
  if (schema) return client.call(operation.method, path, sample(schema));
  const form = bodyOf(operation, 'multipart/form-data');
  return client.call(operation.method, path, form && new FormData());
}
const WINDOW = '?from=2030-01-01&to=2030-02-01';

/** Every schema in it, at any depth. */
function schemasIn(schema: any): any[] {
  if (schema === null || typeof schema !== 'object') return [];
  const below = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.oneOf ?? []),
    ...(schema.allOf ?? []),
    ...(schema.items ? [schema.items] : []),
  ];
  return [schema, ...below.flatMap(schemasIn)];
}

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.users.admin();
  // Somebody registers for each call that everybody may make: more than thirty are too many for one minute.
  jest.spyOn(app.running.nest.get(AuthLimits), 'consume').mockResolvedValue();
});
afterAll(() => app.end());

describe('the document', () => {
  it('is valid to a generator: every reference leads somewhere, every operation has a name of its own', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)];
    for (const [, name = ''] of refs) expect(document.components.schemas).toHaveProperty([name]);
    const ids = operations.map(({ spec }) => spec.operationId);
    expect(ids).toEqual([...new Set(ids)]);
    expect(ids.every((id) => /^[a-z]\w+$/i.test(id))).toBe(true);
  });

  it('describes every field', () => {
    const vague = Object.entries<any>(document.components.schemas).flatMap(([name, schema]) =>
      schemasIn(schema)
        .filter(
          (each) =>
            !each.$ref &&
            !each.allOf &&
            !each.oneOf &&
            (!each.type || (each.type === 'object' && !each.properties && !each.additionalProperties)),
        )
        .map((each) => `${name}: ${JSON.stringify(each)}`),
    );
    expect(vague).toEqual([]);
  });

  it('has every route of the running product, and no other', () => {
    const tree: string = app.running.nest
      .getHttpAdapter()
      .getInstance()
      .printRoutes({ commonPrefix: false, includeHooks: false });
    const routes = routesOf(tree).filter(
      (route) => /^\w+ \/api(\/|$)/.test(route) && !/^GET \/api\/(docs(\/|$)|openapi\.json)/.test(route),
    );
    expect(routes.length).toBeGreaterThan(50);
    expect(operations.map(({ name }) => name).sort()).toEqual(routes.sort());
  });

  it.each(cases(() => true))('%s: answers, errors, security', (name, { method, path, spec }) => {
    expect(METHODS).toContain(method.toLowerCase());
    const statuses = Object.keys(spec.responses).map(Number);
    const good = statuses.filter((status) => status < 300);
    expect(good).toHaveLength(1);
    const schema = spec.responses[good[0]!].content?.['application/json']?.schema;
    expect(schemasIn(schema).some((each) => each.$ref || each.type === 'object')).toBe(true);
    for (const status of statuses.filter((each) => each >= 400))
      expect(spec.responses[status].content['application/json'].schema).toEqual(ERROR);

    const isPublic = PUBLIC.includes(name);
    const wanted = [500];
    if (isPublic) expect(spec.security ?? []).toEqual([]);
    else {
      expect(spec.security).toEqual([{ bearer: [] }]);
      wanted.push(401, 429);
    }
    if (path.includes('{id}')) wanted.push(404);
    if (spec.requestBody) wanted.push(400, 413, 415, 422);
    if (spec.tags.includes('admin')) wanted.push(403);
    expect(statuses).toEqual(expect.arrayContaining(wanted));
  });

  it.each(cases(({ spec }) => JSON.stringify(spec.responses).includes('"oneOf":[{"type":"object"')))(
    '%s: a list has its parameters',
    (_, { spec }) => {
      const names = spec.parameters
        .filter((each: any) => each.in === 'query' && !each.required && each.description && each.schema.type)
        .map((each: any) => each.name);
      expect(names).toEqual(expect.arrayContaining(['page', 'per_page', 'range', 'sort', 'filter']));
    },
  );

  it.each(cases(isList))('%s: takes what it says, and refuses what it does not', async (_, operation) => {
    const client = admin;
    await app.users.grant(client, 1);
    for (const each of operation.spec.parameters) {
      const fields = /(?:; )(.*)\./.exec(each.description ?? '')?.[1]?.split(', ') ?? [];
      for (const field of fields) {
        const [name, kind = ''] = field.split(/ \(|\)/);
        const value =
          each.name === 'sort'
            ? [name, 'ASC']
            : { [name!]: { id: 1, text: 'a', search: 'a', flag: 1 }[kind] };
        const { status } = await client.get(
          `${operation.path}?${each.name}=${encodeURIComponent(JSON.stringify(value))}`,
        );
        expect([each.name, field, status]).toEqual([each.name, field, 200]);
      }
    }
    const page = await client.get(`${operation.path}?page=1&per_page=2`);
    expect(Object.keys(page.body).sort()).toEqual(
      Object.keys(
        operation.spec.responses[200].content['application/json'].schema.oneOf[0].properties,
      ).sort(),
    );
    const range = await client.get(`${operation.path}?range=[0,1]`);
    expect([Array.isArray(range.body), range.headers.get('content-range')]).toEqual([
      true,
      expect.stringMatching(/^[a-z-]+ (\d+-\d+|\*)\/\d+$/),
    ]);
    for (const query of ['page=0', 'per_page=101', 'range=[1]', 'sort=["password","ASC"]', 'filter={"x":1}'])
      expect((await client.get(`${operation.path}?${query}`)).status).toBe(422);
  });

  it.each(cases(({ method, spec }) => method === 'PUT' || (method === 'POST' && spec.requestBody)))(
    '%s: a body has a schema',
    (_, operation) => {
      const types = Object.keys(operation.spec.requestBody?.content ?? {});
      expect(types.length).toBeGreaterThan(0);
      for (const type of types)
        expect(Object.keys(resolved(bodyOf(operation, type)).properties ?? {})).not.toEqual([]);
    },
  );

  it.each([
    ['/api/videos', 'videos[]'],
    ['/api/instagram/videos', 'videos[]'],
    ['/api/photos', 'photos[]'],
    ['/api/captions', 'captions_file'],
    ['/api/shared-videos', 'video'],
  ])('POST %s takes its files', (path, field) => {
    const form = document.paths[path].post.requestBody.content['multipart/form-data'].schema;
    const file = form.properties[field];
    expect(file.items ?? file).toMatchObject({ type: 'string', format: 'binary' });
    expect(form.required).toContain(field);
  });
});

describe('without a token', () => {
  it.each(cases(isSecured))('%s answers 401', async (_, operation) => {
    const { status, body, headers } = await call(app.client, operation);
    expect([status, body.error, headers.get('www-authenticate')]).toEqual([401, 'unauthorized', 'Bearer']);
  });

  it.each(cases((operation) => !isSecured(operation)))('%s answers', async (name, operation) => {
    const { status } = await call(app.client, operation);
    expect(status).not.toBe(403);
    if (!SIGN_INS.includes(name)) expect(status).not.toBe(401);
  });
});

describe('answers are as described', () => {
  it.each(cases(({ method, path }) => method === 'GET' && !path.includes('{id}')))(
    '%s',
    async (_, operation) => {
      const client = admin;
      await app.users.grant(client, 1);
      const { status, body } = await call(client, operation);
      expect(status).toBe(200);
      expect(
        problems(operation.spec.responses[200].content['application/json'].schema, body, 'body'),
      ).toEqual([]);
    },
  );
});

describe('who may', () => {
  let outsider: Client;
  let subscriber: Client;
  beforeAll(async () => {
    outsider = await app.users.newcomer();
    subscriber = await app.users.subscriber();
  });

  it('tags what is below /admin, and nothing else', () => {
    for (const operation of operations)
      expect([operation.name, operation.spec.tags.includes('admin')]).toEqual([
        operation.name,
        operation.path.startsWith('/api/admin/'),
      ]);
  });

  it.each(cases((operation) => needsAdmin(operation) || operation.spec.tags.includes('admin')))(
    '%s is for administrators',
    async (_, operation) => {
      const { status, body } = await call(subscriber, operation);
      expect([status, body.error]).toEqual([403, 'forbidden']);
    },
  );

  it.each(cases(needsLibrary))('%s is for those who may use the library', async (_, operation) => {
    const { status, body } = await call(subscriber, operation);
    expect([status, body.error]).toEqual([403, 'forbidden']);
  });

  it.each(cases(needsSubscription))('%s needs a subscription', async (_, operation) => {
    const { status, body } = await call(outsider, operation);
    expect([status, body.error]).toEqual([403, 'subscription_required']);
  });

  it.each(
    cases(
      (operation) =>
        isSecured(operation) && operation.spec.responses[403] === undefined && !/logout/.test(operation.path),
    ),
  )('%s is for everybody signed in', async (_, operation) => {
    const { status } = await call(await app.users.newcomer(), operation);
    expect([401, 403, 500]).not.toContain(status);
  });
});

describe("another's rows", () => {
  const TABLES = ['posts', 'captions', 'subscriptions', 'plans', 'users', 'categories', 'shared_videos'];
  const NOWHERE = [0, -1, 1e9, 'x', '1x', '1e1', '%2B1', '1.0', '0x1', '%00', 99_999_999_999];
  const foreign: Record<string, number> = {};
  let attacker: Client;

  beforeAll(async () => {
    const owner = await app.users.subscriber();
    attacker = await app.users.subscriber();
    const [video, reel] = await Promise.all(
      ['/api/videos', '/api/instagram/videos'].map((path) => owner.upload(path, [fixture('portrait.mp4')])),
    );
    const form = new FormData();
    form.append('photos[]', new Blob([readFileSync(fixture('photo.jpg'))]), 'photo.jpg');
    const photo = await owner.post('/api/photos', form);
    const caption = await owner.post('/api/captions', { content: 'mine' });
    foreign['/api/videos'] = video!.body.videos[0].id;
    foreign['/api/instagram/videos'] = reel!.body.videos[0].id;
    foreign['/api/photos'] = photo.body.photos[0].id;
    foreign['/api/captions'] = caption.body.id;
    foreign['/api/user/sessions'] = (await owner.get('/api/user/sessions')).body[0].id;
  });

  const rows = async () => {
    const db = app.running.nest.get(Database);
    const all = await Promise.all(TABLES.map((table) => db.rows(`SELECT * FROM ${table} ORDER BY id`)));
    return JSON.stringify(all);
  };
  const collection = ({ path }: Operation) => path.slice(0, path.indexOf('/{id}'));
  const isShared = (operation: Operation) =>
    needsAdmin(operation) ||
    needsLibrary(operation) ||
    ['/api/categories', '/api/admin/'].some((path) => operation.path.startsWith(path));

  it.each(cases((operation) => hasId(operation) && !isShared(operation)))(
    '%s: 404, and nothing changes',
    async (_, operation) => {
      const id = foreign[collection(operation)];
      expect(id).toBeGreaterThan(0);
      const before = await rows();
      const { status, body } = await call(attacker, operation, id);
      expect([status, body.error]).toEqual([404, 'not_found']);
      expect(await rows()).toBe(before);
    },
  );

  it.each(cases((operation) => hasId(operation)))('%s: ids that name nothing', async (_, operation) => {
    const client = isShared(operation) ? admin : attacker;
    const before = await rows();
    for (const id of NOWHERE) {
      const { status, body } = await call(client, operation, id);
      expect([id, status, body.error]).toEqual([id, 404, 'not_found']);
    }
    expect(await rows()).toBe(before);
  });

  it.each(cases((operation) => isList(operation) && needsSubscription(operation)))(
    "%s shows nothing of another's, whatever is asked",
    async (_, { path }) => {
      for (const query of ['', '?page=1', '?range=[0,99]', `?range=[0,9]&filter={"id":[${foreign[path]}]}`]) {
        const { body } = await attacker.get(path + query);
        expect(body.data ?? body).toEqual([]);
      }
    },
  );
});

/** Where `value` is not what `schema` says. */
function problems(schema: any, value: any, at: string): string[] {
  const s = resolved(schema);
  if (value === null) return s.nullable ? [] : [`${at} is null`];
  if (s.oneOf) {
    const all = s.oneOf.map((each: any) => problems(each, value, at));
    return all.find((each: string[]) => each.length === 0) ?? all.flat();
  }
  if (s.allOf) return s.allOf.flatMap((each: any) => problems(each, value, at));
  if (s.enum && !s.enum.includes(value)) return [`${at} is ${JSON.stringify(value)}`];
  if (s.type === 'array')
    return Array.isArray(value)
      ? value.flatMap((each, n) => problems(s.items, each, `${at}[${n}]`))
      : [`${at} is no array`];
  if (s.type === 'object') {
    if (typeof value !== 'object' || Array.isArray(value)) return [`${at} is no object`];
    const known = s.properties ?? {};
    return [
      ...(s.required ?? [])
        .filter((name: string) => !(name in value))
        .map((name: string) => `${at}.${name} is missing`),
      ...Object.keys(value)
        .filter((name) => !(name in known) && !s.additionalProperties)
        .map((name) => `${at}.${name} is not described`),
      ...Object.keys(known)
        .filter((name) => name in value)
        .flatMap((name) => problems(known[name], value[name], `${at}.${name}`)),
    ];
  }
  const type = s.type === 'integer' ? 'number' : s.type;
  return typeof value === type || s.enum ? [] : [`${at} is no ${s.type}`];
}

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

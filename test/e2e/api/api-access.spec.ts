import { AuthLimits } from '../../../backend/auth/auth-limits';
import { startTestApp, type TestApp } from '../../support/app';
import {
  call,
  cases,
  isForAdministration,
  isSecured,
  needsAdmin,
  needsLibrary,
  needsSubscription,
  operations,
  type Operation,
} from '../../support/api-document';
import type { Client } from '../../support/client';

/** Refused with a 401 of their own: a login without an account, a challenge that was never given. */
const SIGN_INS = ['POST /api/auth/login', 'POST /api/auth/two-factor'];

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  // Each call that is open to all registers a user: more than thirty are too many for one minute.
  jest.spyOn(app.running.nest.get(AuthLimits), 'consume').mockResolvedValue();
});
afterAll(() => app.end());

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

describe('who may', () => {
  let outsider: Client;
  let subscriber: Client;
  beforeAll(async () => {
    outsider = await app.users.newcomer();
    subscriber = await app.users.subscriber();
  });

  it('tags what is below /admin, and nothing else', () => {
    for (const operation of operations)
      expect([operation.name, isForAdministration(operation)]).toEqual([
        operation.name,
        operation.path.startsWith('/api/admin/'),
      ]);
  });

  it.each(cases((operation) => needsAdmin(operation) || isForAdministration(operation)))(
    '%s is for administrators',
    async (_, operation) => {
      const { body } = await call(subscriber, operation);
      expect(refusalsOf(operation, 403)).toContainEqual(body);
    },
  );

  it.each(cases(needsLibrary))('%s is for those who may use the library', async (_, operation) => {
    const { body } = await call(subscriber, operation);
    expect(refusalsOf(operation, 403)).toContainEqual(body);
  });

  it.each(cases(needsSubscription))('%s needs a subscription', async (_, operation) => {
    const { body } = await call(outsider, operation);
    expect(body.error).toBe('subscription_required');
    expect(refusalsOf(operation, 403)).toContainEqual(body);
  });

  it.each(
    cases(
      (operation) =>
        isSecured(operation) && operation.spec.responses[403] === undefined && !/logout/.test(operation.path),
    ),
  )('%s is for all who are signed in', async (_, operation) => {
    const { status } = await call(await app.users.newcomer(), operation);
    expect([401, 403, 500]).not.toContain(status);
  });
});

/** The refusals that the document names, as they are answered. */
const refusalsOf = ({ spec }: Operation, status: number) =>
  Object.values<any>(spec.responses[status].content['application/json'].examples).map(({ value }) => value);

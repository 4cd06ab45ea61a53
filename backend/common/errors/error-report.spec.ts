import { reportOf } from './error-report';

const CANARY = 'canary@example.com';
const text = (thrown: unknown) => JSON.stringify(reportOf(thrown));

function driverError(message: string, more: object = {}): Error {
  return Object.assign(new Error(message), {
    name: 'QueryFailedError',
    code: 'ER_DUP_ENTRY',
    query: `INSERT INTO users (email) VALUES ('${CANARY}')`,
    parameters: [CANARY],
    ...more,
  });
}

it('keeps type, code, message and stack frames', () => {
  const report = reportOf(Object.assign(new TypeError('x is not a function'), { code: 'ERR_X' }));
  expect(report).toMatchObject({ type: 'TypeError', code: 'ERR_X', message: 'x is not a function' });
  expect(report.stack).toMatch(/^ {4}at .*error-report\.spec\.ts:\d+:\d+/);
});

it.each<[string, unknown]>([
  ['its properties', driverError('failed')],
  ['its message', driverError(`Duplicate entry '${CANARY}' for key 'users.email'`)],
  ['quotes within quotes', driverError(`Duplicate entry 'it's ${CANARY}' for key 'users.email'`)],
  ['double quotes', driverError(`near "${CANARY}": syntax error`, { code: 'SQLITE_ERROR' })],
  ['several lines', driverError(`near 'a\n    at ${CANARY} (x.ts:1:1)\nb' at line 1`)],
  ['the error beneath', driverError('failed', { driverError: driverError(`Incorrect '${CANARY}'`) })],
  ['its cause', new Error('no', { cause: driverError(`Duplicate entry '${CANARY}'`) })],
  ['one of several', new AggregateError([driverError(`Duplicate entry '${CANARY}'`)], 'all failed')],
  ['JSON that was no JSON', parseError(`"${CANARY}" x`)],
  ['what is no error', { email: CANARY }],
  ['a text', CANARY],
])('does not report values: %s', (_, thrown) => {
  expect(text(thrown)).not.toContain('canary');
});

it('reports what went wrong without the values', () => {
  const report = reportOf(driverError(`Duplicate entry '${CANARY}' for key 'users.email'`));
  expect(report).toMatchObject({
    type: 'QueryFailedError',
    code: 'ER_DUP_ENTRY',
    message: 'Duplicate entry …',
  });
  expect(reportOf(driverError('UNIQUE constraint failed: users.email')).message).toBe(
    'UNIQUE constraint failed: users.email',
  );
});

it('terminates when causes form a cycle', () => {
  const error = new Error('round');
  error.cause = error;
  expect(text(error).length).toBeLessThan(20_000);
});

function parseError(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    return error;
  }
}

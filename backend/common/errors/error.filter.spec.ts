import {
  BadRequestException,
  HttpException,
  Logger,
  NotFoundException,
  type ArgumentsHost,
} from '@nestjs/common';
import { ErrorFilter } from './error.filter';
import { invalid, notFound, subscriptionRequired, tooManyRequests, unauthorized } from './errors';
import { LineIsFull } from '../limits/limiter';

/** The answer that a client would get. */
function answerTo(thrown: unknown): { status: number; headers: Record<string, string>; body: any } {
  const answer = { status: 200, headers: {}, body: undefined as any };
  const reply = {
    sent: false,
    raw: { headersSent: true },
    removeHeader: () => reply,
    status: (status: number) => Object.assign(reply, { _: (answer.status = status) }),
    headers: (headers: Record<string, string>) => Object.assign(reply, { _: (answer.headers = headers) }),
    send: (body: unknown) => (answer.body = body),
  };
  const request = {
    id: 'the-id',
    url: '/api/x?signature=s',
    method: 'GET',
    headers: {},
    raw: { complete: true },
  };
  const http = { getRequest: () => request, getResponse: () => reply };
  new ErrorFilter().catch(thrown, { switchToHttp: () => http } as unknown as ArgumentsHost);
  return answer;
}

const withCode = (code: string) => Object.assign(new Error(`failed at /secret/path: ${code}`), { code });

beforeAll(() => Logger.overrideLogger(false));

it.each([
  [notFound('This video'), 404, 'not_found'],
  [subscriptionRequired(), 403, 'subscription_required'],
  [unauthorized(), 401, 'unauthorized'],
  [new NotFoundException('Cannot GET /x'), 404, 'not_found'],
  [new BadRequestException(), 400, 'bad_request'],
  [new LineIsFull(), 503, 'unavailable'],
  [withCode('ENOSPC'), 507, 'insufficient_storage'],
  [withCode('SQLITE_FULL'), 507, 'insufficient_storage'],
  [withCode('SQLITE_BUSY'), 503, 'unavailable'],
  [withCode('SQLITE_BUSY_SNAPSHOT'), 503, 'unavailable'],
  [withCode('ER_LOCK_WAIT_TIMEOUT'), 503, 'unavailable'],
  [withCode('PROTOCOL_CONNECTION_LOST'), 503, 'unavailable'],
  [Object.assign(new Error('x'), { driverError: withCode('ECONNREFUSED') }), 503, 'unavailable'],
  [new Error('Queue limit reached.'), 503, 'unavailable'],
  [withCode('SQLITE_CORRUPT'), 500, 'internal'],
  [new HttpException('tea', 418), 500, 'internal'],
  [new TypeError('x is not a function'), 500, 'internal'],
  ['a text', 500, 'internal'],
  [undefined, 500, 'internal'],
  [null, 500, 'internal'],
])('answers every fault in one shape (case %#)', (thrown, status, error) => {
  const answer = answerTo(thrown);
  expect([answer.status, answer.body]).toMatchObject([status, { statusCode: status, error }]);
  expect(answer.body.message).toMatch(/^[A-Z].*\.$/);
  expect(JSON.stringify(answer.body)).not.toMatch(/secret|not a function|at .*:\d+/);
  expect(answer.body.request_id).toBe(error === 'internal' ? 'the-id' : undefined);
});

it('reports the fields of a 422 and repeats the first sentence as the message', () => {
  expect(answerTo(invalid({ name: ['Enter your name.'], email: ['No.'] })).body).toEqual({
    statusCode: 422,
    error: 'validation_failed',
    message: 'Enter your name.',
    errors: { name: ['Enter your name.'], email: ['No.'] },
  });
});

it('says when to retry, and how to authenticate, and that nobody keeps it', () => {
  const unkept = { 'cache-control': 'no-store' };
  expect(answerTo(tooManyRequests(17)).headers).toEqual({ ...unkept, 'retry-after': '17' });
  expect(answerTo(unauthorized()).headers).toEqual({ ...unkept, 'www-authenticate': 'Bearer' });
  expect(answerTo(new LineIsFull()).headers).toEqual({ ...unkept, 'retry-after': '5' });
  expect(answerTo(withCode('SQLITE_BUSY')).headers).toEqual({ ...unkept, 'retry-after': '5' });
});

import type { FastifyRequest } from 'fastify';
import { isLocalCaller } from './local-caller';

const request = (remoteAddress: string | undefined, headers: Record<string, string>) =>
  ({ socket: { remoteAddress }, headers }) as unknown as FastifyRequest;

it.each([
  ['127.0.0.1', 'localhost'],
  ['127.0.0.1', 'LOCALHOST:3000'],
  ['127.8.9.1', '127.0.0.1:3000'],
  ['::1', '[::1]:3000'],
  ['::ffff:127.0.0.1', '[::1]'],
])('accepts a caller from %s that asks %s', (from, host) => {
  expect(isLocalCaller(request(from, { host }))).toBe(true);
});

it.each<[string | undefined, Record<string, string>]>([
  ['192.0.2.1', { host: 'localhost' }],
  [undefined, { host: 'localhost' }],
  ['127.0.0.1', {}],
  ['127.0.0.1', { host: 'evil.example' }],
  ['127.0.0.1', { host: 'localhost.evil.example' }],
  ['127.0.0.1', { host: 'localhost:x' }],
  ['127.0.0.1', { host: '127.0.0.1.nip.io' }],
  ['127.0.0.1', { host: '[::2]' }],
  ...['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'].map(
    (name): [string, Record<string, string>] => ['127.0.0.1', { host: 'localhost', [name]: '' }],
  ),
])('refuses a caller from %s with %j', (from, headers) => {
  expect(isLocalCaller(request(from, headers))).toBe(false);
});

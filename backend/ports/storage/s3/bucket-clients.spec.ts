import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GetObjectCommand, PutObjectCommand, UploadPartCommand } from '@aws-sdk/client-s3';
import type { BucketConfig } from '../../../config/storage-config';
import { Bucket, type Part } from './bucket';
import { BucketClients } from './bucket-clients';

const CONFIG: BucketConfig = {
  kind: 's3',
  bucket: 'media',
  prefix: '',
  region: 'eu-west-1',
  pathStyle: true,
  links: 'redirect',
  keys: { accessKeyId: 'AKID', secretAccessKey: 'hunter2', sessionToken: 'of an hour' },
  incomingDir: '/nowhere',
};
const OBJECT = { Bucket: 'media', Key: 'film' };

/** What leaves the process for a call, as it is signed. */
async function headersOf(endpoint: string, command: PutObjectCommand | UploadPartCommand | GetObjectCommand) {
  const { transfers } = new BucketClients(
    { ...CONFIG, endpoint },
    { downloads: 1, silenceMs: 1_000, pageSize: 1 },
  );
  let headers: Record<string, string> = {};
  transfers.middlewareStack.add(
    () => (args) => {
      ({ headers } = args.request as { headers: Record<string, string> });
      return Promise.reject(new Error('nothing is sent'));
    },
    { step: 'finalizeRequest', priority: 'low', name: 'stopHere' },
  );
  await transfers.send(command as PutObjectCommand).catch(() => undefined);
  return headers;
}

const put = new PutObjectCommand({ ...OBJECT, Body: Buffer.alloc(3 * 1024 ** 2) });
const part = new UploadPartCommand({
  ...OBJECT,
  UploadId: 'x',
  PartNumber: 1,
  Body: Buffer.alloc(3 * 1024 ** 2),
});

it.each([
  ['a file', put],
  ['a part', part],
])('leaves the bytes of %s to TLS over https, and signs them over http', async (_what, command) => {
  const secure = await headersOf('https://s3.example.com', command);
  expect(secure['x-amz-content-sha256']).toBe('UNSIGNED-PAYLOAD');
  expect(secure.authorization).toContain('x-amz-content-sha256');
  const open = await headersOf('http://s3.example.com', command);
  expect(open['x-amz-content-sha256']).toMatch(/^[0-9a-f]{64}$/);
});

it.each([
  ['a file', put],
  ['a part', part],
  ['a download', new GetObjectCommand(OBJECT)],
])('asks for nothing that stores of other makers refuse, with %s', async (_what, command) => {
  const headers = await headersOf('https://s3.example.com', command);
  const names = Object.keys(headers).join(' ');
  expect(names).not.toMatch(/checksum|trailer|content-encoding|expect|x-amz-decoded/i);
  expect(headers['x-amz-security-token']).toBe('of an hour');
});

it('keeps connections for the product, however many viewers read slowly', async () => {
  const server = createServer((request, answer) => {
    if (request.method === 'PUT') return void request.resume().once('end', () => answer.end());
    answer.writeHead(200, { 'content-length': 1_000_000 });
    answer.write('x');
  }).listen(0);
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const bucket = new Bucket({ ...CONFIG, endpoint }, { downloads: 1, silenceMs: 60_000, pageSize: 1 });
  const over = new AbortController();
  const views: Promise<Part>[] = [];
  try {
    const open = (name: string, client = bucket.clients.transfers) =>
      bucket.open(name, undefined, over.signal, client);
    for (let n = 0; n < 400; n++) views.push(open('watched', bucket.clients.views));
    for (const view of views) view.catch(() => undefined);
    await views[0];
    expect((await open('published')).sizeBytes).toBe(1_000_000);
    await bucket.clients.transfers.send(new PutObjectCommand({ ...OBJECT, Body: 'film' }));
  } finally {
    over.abort();
    await Promise.allSettled(views);
    server.closeAllConnections();
    server.close();
  }
});

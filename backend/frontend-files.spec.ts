import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { serveFrontend } from './frontend-files';

describe('the policy of pages', () => {
  let dir: string;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'frontend-files-'));
    for (const page of ['index', 'app', 'dashboard']) await writeFile(join(dir, `${page}.html`), '<p>');
  });
  afterAll(() => rm(dir, { recursive: true }));

  async function policyOf(path: string, mediaOrigin?: string): Promise<Record<string, string>> {
    const server = fastify();
    const facts = { supportUrl: null, registration: 'open' as const, priceLine: () => null, mediaOrigin };
    serveFrontend(server, dir, facts);
    const { headers } = await server.inject(path);
    const rules = String(headers['content-security-policy']).split('; ');
    return Object.fromEntries(rules.map((rule) => [rule.split(' ')[0], rule]));
  }

  it.each(['/', '/login', '/dashboard/videos'])('lets %s load media from here alone', async (path) => {
    expect(await policyOf(path)).toMatchObject({
      'img-src': "img-src 'self' data: blob:",
      'media-src': "media-src 'self' blob:",
    });
  });

  it('lets pages show media of the bucket, and nothing else of it', async () => {
    const bucket = 'https://media.s3.example.com';
    const here = await policyOf('/dashboard/videos');
    expect(await policyOf('/dashboard/videos', bucket)).toEqual({
      ...here,
      'img-src': `${here['img-src']} ${bucket}`,
      'media-src': `${here['media-src']} ${bucket}`,
    });
  });
});

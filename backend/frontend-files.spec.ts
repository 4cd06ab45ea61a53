import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { serveFrontend } from './frontend-files';

const facts = { supportUrl: null, registration: 'open' as const, priceLine: () => null };

describe('the pages', () => {
  let dir: string;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'frontend-files-'));
    const list = JSON.stringify({
      files: [],
      app: [],
      screens: { '/dashboard': [], '/dashboard/videos': [] },
    });
    const pages = {
      index: 'the landing page',
      app: 'the app',
      dashboard: `<script type="application/json" id="screen-files">${list}</script>the dashboard`,
    };
    for (const [name, html] of Object.entries(pages)) await writeFile(join(dir, `${name}.html`), html);
  });
  afterAll(() => rm(dir, { recursive: true }));

  async function policyOf(path: string, mediaOrigin?: string): Promise<Record<string, string>> {
    const server = fastify();
    serveFrontend(server, dir, { ...facts, mediaOrigin });
    const { headers } = await server.inject(path);
    const rules = String(headers['content-security-policy']).split('; ');
    return Object.fromEntries(rules.map((rule) => [rule.split(' ')[0], rule]));
  }

  it.each([
    ['/', 200, 'the landing page'],
    ['/login', 200, 'the app'],
    ['/dashboard', 200, 'the dashboard'],
    ['/dashboard/', 200, 'the dashboard'],
    ['/dashboard/videos?edit=7', 200, 'the dashboard'],
    ['/dashboard/nowhere', 404, 'the dashboard'],
    ['/dashboard/videos/7', 404, 'the dashboard'],
    ['/dashboard/constructor', 404, 'the dashboard'],
    ['/dashboards', 404, 'the app'],
    ['/nowhere', 404, 'the app'],
  ])('are at their addresses, and elsewhere a 404: %s', async (path, status, page) => {
    const server = fastify();
    serveFrontend(server, dir, facts);
    const { statusCode, body } = await server.inject({ url: path, headers: { accept: 'text/html' } });
    expect([statusCode, body.replace(/<script.*<\/script>/, '')]).toEqual([status, page]);
  });

  it.each(['/', '/login', '/dashboard/videos'])('let %s load media from here alone', async (path) => {
    expect(await policyOf(path)).toMatchObject({
      'img-src': "img-src 'self' data: blob:",
      'media-src': "media-src 'self' blob:",
    });
  });

  it('show media of the bucket, and nothing else of it', async () => {
    const bucket = 'https://media.s3.example.com';
    const here = await policyOf('/dashboard/videos');
    expect(await policyOf('/dashboard/videos', bucket)).toEqual({
      ...here,
      'img-src': `${here['img-src']} ${bucket}`,
      'media-src': `${here['media-src']} ${bucket}`,
    });
  });
});

import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from './common/errors';

/** Nothing from elsewhere, no inline script: the session's token lies in the browser, and this is the wall around it. */
export const PAGE_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
};

const LANDING_PAGE = 'index.html';
/** Every other screen. */
const APP_PAGE = 'app.html';

/** What the build leaves open in the landing page: links whose address only a server knows. */
const SUPPORT_URL = /(?<=href=")SUPPORT_URL(?=")/g;
const SUPPORT_LINK = /<a [^>]*href="SUPPORT_URL"[^>]*>[^<]*<\/a>/g;

const OTHER_ROOMS = /^\/(api|storage|health|metrics|rehearsal|assets)(\/|$)/;

/**
 * The built frontend: its files by a list that is made once (so that no path can leave the folder), compressed where
 * the build did so; the landing page at the root, and the app's one page for every other address that is a screen.
 */
export function serveFrontend(instance: FastifyInstance, dir: string, supportUrl: string | null): void {
  if (!existsSync(join(dir, LANDING_PAGE))) return;
  const files = new Set(filesIn(dir));
  const landingPage = once(() =>
    compressed(landingHtml(readFileSync(join(dir, LANDING_PAGE), 'utf8'), supportUrl)),
  );
  instance.get('/', async (request, reply) => {
    const { html, brotli } = await landingPage();
    describe(reply, LANDING_PAGE);
    return acceptsBrotli(request) ? reply.header('content-encoding', 'br').send(brotli) : reply.send(html);
  });
  instance.get('/*', (request, reply) => {
    const path = decoded(request.url.split('?')[0] ?? '');
    const name = path.slice(1);
    if (files.has(name) && !/\.(br|html)$/.test(name)) return sendFile(request, reply, name);
    if (OTHER_ROOMS.test(path) || extname(path))
      throw new DomainError(404, 'not_found', 'There is nothing at this address.');
    return sendFile(request, reply, APP_PAGE);
  });

  function sendFile(request: FastifyRequest, reply: FastifyReply, name: string): FastifyReply {
    describe(reply, name);
    const isCompressed = files.has(`${name}.br`) && acceptsBrotli(request);
    if (isCompressed) void reply.header('content-encoding', 'br');
    const path = join(dir, isCompressed ? `${name}.br` : name);
    return reply.header('content-length', statSync(path).size).send(createReadStream(path));
  }
}

function describe(reply: FastifyReply, name: string): void {
  const type = TYPES[extname(name)] ?? 'application/octet-stream';
  void reply.header('content-type', type).header('vary', 'accept-encoding');
  if (name.endsWith('.html')) void reply.header('content-security-policy', PAGE_POLICY);
  void reply.header(
    'cache-control',
    name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
  );
}

const acceptsBrotli = ({ headers }: FastifyRequest): boolean =>
  /\bbr\b/.test(headers['accept-encoding'] ?? '');

function landingHtml(built: string, supportUrl: string | null): string {
  return supportUrl ? built.replace(SUPPORT_URL, () => supportUrl) : built.replace(SUPPORT_LINK, '');
}

async function compressed(text: string): Promise<{ html: Buffer; brotli: Buffer }> {
  const html = Buffer.from(text);
  return { html, brotli: await promisify(brotliCompress)(html) };
}

/** When it is first asked for: the start need not wait for it. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function filesIn(dir: string, prefix = ''): string[] {
  return readdirSync(join(dir, prefix), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesIn(dir, `${prefix}${entry.name}/`) : [`${prefix}${entry.name}`],
  );
}

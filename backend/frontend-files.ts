import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
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

const OTHER_ROOMS = /^\/(api|storage|health|metrics|rehearsal|assets)(\/|$)/;

/**
 * The built frontend: its files by a list that is made once (so that no path can leave the folder), compressed where
 * the build did so, and its one page for every address that is a screen.
 */
export function serveFrontend(instance: FastifyInstance, dir: string): void {
  if (!existsSync(join(dir, 'index.html'))) return;
  const files = new Set(filesIn(dir));
  instance.get('/', (request, reply) => sendFile(request, reply, dir, 'index.html'));
  instance.get('/*', (request, reply) => {
    const path = decoded(request.url.split('?')[0] ?? '');
    const name = path.slice(1);
    if (files.has(name) && !name.endsWith('.br')) return sendFile(request, reply, dir, name);
    if (OTHER_ROOMS.test(path) || extname(path))
      throw new DomainError(404, 'not_found', 'There is nothing at this address.');
    return sendFile(request, reply, dir, 'index.html');
  });

  function sendFile(
    { headers }: FastifyRequest,
    reply: FastifyReply,
    from: string,
    name: string,
  ): FastifyReply {
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    void reply.header('content-type', type).header('vary', 'accept-encoding');
    if (name.endsWith('.html')) void reply.header('content-security-policy', PAGE_POLICY);
    void reply.header(
      'cache-control',
      name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    );
    const isCompressed = files.has(`${name}.br`) && /\bbr\b/.test(headers['accept-encoding'] ?? '');
    if (isCompressed) void reply.header('content-encoding', 'br');
    const path = join(from, isCompressed ? `${name}.br` : name);
    return reply.header('content-length', statSync(path).size).send(createReadStream(path));
  }
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

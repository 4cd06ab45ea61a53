import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from './common/errors/errors';

/** Nothing from elsewhere and no inline script: the browser holds the session's token, and this policy protects it. */
const pagePolicy = (mediaOrigin?: string): string => {
  const media = mediaOrigin ? ` ${mediaOrigin}` : '';
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${media}`,
    `media-src 'self' blob:${media}`,
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
};

export const PAGE_POLICY = pagePolicy();

/** For our own pages: no text becomes markup or code, and no script can declare text trusted. */
const appPolicy = (mediaOrigin?: string): string =>
  [pagePolicy(mediaOrigin), "require-trusted-types-for 'script'", "trusted-types 'none'"].join('; ');

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
};

const LANDING_PAGE = 'index.html';
/** The app with the frame of the dashboard. */
const DASHBOARD_PAGE = 'dashboard.html';
/** Every other screen. */
const APP_PAGE = 'app.html';

/** Placeholders that the build leaves in the landing page: links and prices that only a server knows. */
const SUPPORT_URL = /(?<=href=")SUPPORT_URL(?=")/g;
const SUPPORT_LINK = /<a [^>]*href="SUPPORT_URL"[^>]*>[^<]*<\/a>/g;
const PRICE_LINE = /<p [^>]*>PRICE_LINE<\/p>/g;

/** The build renders the page as if registration were open. */
const SIGN_UP_LINK = /<a [^>]*href="\/register"[^>]*>Sign Up<\/a>/g;
const REGISTER = /(?<=href=")\/register(?=")/g;

const OTHER_ROOMS = /^\/(api|storage|pictures|health|metrics|rehearsal|assets)(\/|$)/;

/** Addresses of the app's screens outside the dashboard. */
const PUBLIC_SCREENS = /^\/(login|register|reset-password)\/?$/;

const IN_DASHBOARD = /^\/dashboard(\/|$)/;

/** The list of the screens, which the build writes into the dashboard's page (frontend/src/screenFiles.ts). */
const SCREEN_LIST = /<script type="application\/json" id="screen-files">(.*?)<\/script>/s;

/**
 * Serves the built frontend: its files by a list that is made once (so that no path can leave the folder), compressed
 * if the build did so; the landing page at the root, the dashboard's page below its address, and the app's page for
 * every other screen.
 */
export function serveFrontend(
  instance: FastifyInstance,
  dir: string,
  { priceLine, mediaOrigin, ...known }: LandingFacts & PageFacts,
): void {
  if (!existsSync(join(dir, LANDING_PAGE))) return;
  const files = new Set(filesIn(dir));
  const policy = appPolicy(mediaOrigin);
  const screens = screensIn(readFileSync(join(dir, DASHBOARD_PAGE), 'utf8'));
  const landingPage = perValue((price: string | null) =>
    compressed(landingHtml(readFileSync(join(dir, LANDING_PAGE), 'utf8'), { ...known, price })),
  );
  instance.get('/', async (request, reply) => {
    const { html, brotli } = await landingPage(priceLine());
    describe(reply, LANDING_PAGE, policy);
    return acceptsBrotli(request) ? reply.header('content-encoding', 'br').send(brotli) : reply.send(html);
  });
  instance.get('/*', (request, reply) => {
    const path = decoded(request.url.split('?')[0] ?? '');
    const name = path.slice(1);
    if (files.has(name) && !/\.(br|html)$/.test(name)) return sendFile(request, reply, name);
    if (PUBLIC_SCREENS.test(path)) return sendFile(request, reply, APP_PAGE);
    if (screens.has(path.replace(/\/$/, ''))) return sendFile(request, reply, DASHBOARD_PAGE);
    // A person gets the app's own page, a program the answer of all calls.
    if (OTHER_ROOMS.test(path) || !request.headers.accept?.includes('text/html'))
      throw new DomainError(404, 'not_found', 'There is nothing at this address.');
    return sendFile(request, reply.status(404), IN_DASHBOARD.test(path) ? DASHBOARD_PAGE : APP_PAGE);
  });

  function sendFile(request: FastifyRequest, reply: FastifyReply, name: string): FastifyReply {
    describe(reply, name, policy);
    const isCompressed = files.has(`${name}.br`) && acceptsBrotli(request);
    if (isCompressed) void reply.header('content-encoding', 'br');
    const path = join(dir, isCompressed ? `${name}.br` : name);
    return reply.header('content-length', statSync(path).size).send(createReadStream(path));
  }
}

/** The addresses of the dashboard's screens. */
function screensIn(page: string): Set<string> {
  const list = SCREEN_LIST.exec(page)?.[1];
  return new Set(list ? Object.keys((JSON.parse(list) as { screens: object }).screens) : []);
}

function describe(reply: FastifyReply, name: string, policy: string): void {
  const type = TYPES[extname(name)] ?? 'application/octet-stream';
  void reply.header('content-type', type).header('vary', 'accept-encoding');
  if (name.endsWith('.html')) void reply.header('content-security-policy', policy);
  void reply.header(
    'cache-control',
    name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
  );
}

const acceptsBrotli = ({ headers }: FastifyRequest): boolean =>
  /\bbr\b/.test(headers['accept-encoding'] ?? '');

interface PageFacts {
  priceLine: () => string | null;
  /** Where browsers load media from, besides here. */
  mediaOrigin?: string;
}

interface LandingFacts {
  supportUrl: string | null;
  registration: 'open' | 'closed';
}

function landingHtml(
  built: string,
  { supportUrl, registration, price }: LandingFacts & { price: string | null },
): string {
  const html = supportUrl ? built.replace(SUPPORT_URL, () => supportUrl) : built.replace(SUPPORT_LINK, '');
  // Visitors who cannot sign up start by signing in, and see no prices.
  if (registration === 'closed')
    return html.replace(SIGN_UP_LINK, '').replace(REGISTER, '/login').replace(PRICE_LINE, '');
  return html.replace(PRICE_LINE, (line) => (price ? line.replace('PRICE_LINE', () => price) : ''));
}

async function compressed(text: string): Promise<{ html: Buffer; brotli: Buffer }> {
  const html = Buffer.from(text);
  return { html, brotli: await promisify(brotliCompress)(html) };
}

/**
 * Makes the result when it is first asked for, so that the start does not wait for it, and again when the value
 * changes.
 */
function perValue<V, T>(make: (value: V) => T): (value: V) => T {
  let made: { of: V; result: T } | undefined;
  return (value) => {
    if (!made || made.of !== value) made = { of: value, result: make(value) };
    return made.result;
  };
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

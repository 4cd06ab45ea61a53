import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { RequestMethod } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppModule, rehearsalDir, rehearsalKey } from './app.module';
import { serveApiDocs } from './api-docs';
import { closeRegistration } from './auth/closed-registration';
import { FirstAdmin } from './auth/first-admin';
import {
  refuseExpectation,
  respondAndClose,
  respondToUnreadableRequest,
  slowRequest,
} from './common/http/raw-response';
import { JSON_BYTES, limitBodies, PIECE_TYPE } from './common/http/body-limits';
import { readClientAddresses } from './common/http/client-address.decorator';
import { DomainError } from './common/errors/errors';
import { makeFolder } from './common/files/folders';
import { ErrorFilter } from './common/errors/error.filter';
import { JsonLogger, makeLogger } from './common/log/json-logger';
import { Counts } from './common/metrics/counts';
import { METRICS, type LabelsOf } from './common/metrics/declarations';
import { ValidationPipe } from './common/fields/validation.pipe';
import { supportUrl, type Config } from './config/config';
import { loadSecrets } from './config/secrets';
import { Database } from './database/database';
import { refuseMoved } from './database/moved-away';
import { refuseLostKey } from './key-fit';
import { reportStart } from './start-report';
import { serveFrontend } from './frontend-files';
import { Storage } from './ports/storage/storage';
import { rehearsalApp } from './rehearsal/rehearsal-app';
import { startRehearsalServer, type RehearsalServer } from './rehearsal/rehearsal-server';
import { Shutdown } from './shutdown/shutdown';
import { PlansService } from './subscriptions/plans.service';
import { PriceSummary } from './subscriptions/price-summary';

/** Bytes that Node reads from a connection at a time. */
const PIECE_BYTES = 64 * 1024;
const HEADERS_TIMEOUT_MS = 15_000;
/** How often slow headers are looked for. They may exceed their time limit by this much. */
const SLOW_SCAN_MS = 5_000;
const SMALL_BODY_TIMEOUT_MS = 30_000;

const A_YEAR_S = 31_536_000;
const PERMISSIONS = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()';

const UNREADABLE_ADDRESS = { statusCode: 400, error: 'bad_request', message: 'The request is not valid.' };

const refuseUnreadableAddress =
  (config: Config) =>
  (_error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    void reply
      .status(400)
      .headers({
        'x-request-id': request.id,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        ...transportHeaders(config),
      })
      .send(UNREADABLE_ADDRESS);
  };

const transportHeaders = ({ http }: Config) =>
  http.publicUrl.startsWith('https://') ? { 'strict-transport-security': `max-age=${A_YEAR_S}` } : undefined;

export interface RunningApp {
  nest: NestFastifyApplication;
  /** Where it listens, e.g. `http://127.0.0.1:3000`. */
  url: string;
  /** To be shown once, if this start created the first administrator with a generated password. */
  firstAdmin?: { email: string; password: string };
  close(): Promise<void>;
}

/** Starts everything, from the configuration to the open port. `distDir` holds the built frontend and API document. */
export async function startApp(config: Config, distDir: string): Promise<RunningApp> {
  await makeFolder(config.dataDir);
  await refuseMoved(config.database);
  await refuseLostKey(config);
  const rehearsal = config.network.mode === 'rehearsal' ? await startRehearsal(config) : undefined;
  try {
    const nest = await createNest(config, distDir);
    // Before the first user: a start that is cut off in between finds the database new once more.
    await nest.get(PlansService).ensureFirst();
    const firstAdmin = await nest.get(FirstAdmin).ensure();
    await nest.get(PriceSummary).read();
    await nest.listen(config.http.port, config.http.host);
    await reportStart(config, nest.get(Database));
    const url = (await nest.getUrl()).replace('[::1]', 'localhost');
    rehearsal?.reach({ origin: config.http.publicUrl, at: url });
    return {
      nest,
      url,
      firstAdmin,
      close: async () => {
        await nest.close();
        await rehearsal?.close();
      },
    };
  } catch (error) {
    await rehearsal?.close();
    throw error;
  }
}

/** Starts the stand-in for Meta beside the product, which calls it as it would call Meta. */
async function startRehearsal(config: Config): Promise<RehearsalServer> {
  const app = rehearsalApp(rehearsalKey(loadSecrets(config)));
  const { publicUrl } = config.http;
  const server = await startRehearsalServer({ dir: rehearsalDir(config), publicUrl, app });
  config.network.graphUrl = server.origin;
  config.network.ruploadUrl = server.origin;
  config.network.dialogUrl = `${publicUrl}/rehearsal`;
  config.network.app = app;
  return server;
}

export async function createNest(config: Config, distDir: string): Promise<NestFastifyApplication> {
  const log = makeLogger(config.logLevel);
  const adapter = new FastifyAdapter({
    logger: false,
    bodyLimit: JSON_BYTES,
    genReqId: () => randomUUID(),
    // By then `Shutdown` has given the requests under way time to end.
    forceCloseConnections: true,
    // Errors before a route is found never reach the error filter.
    frameworkErrors: refuseUnreadableAddress(config) as never,
    clientErrorHandler: respondToUnreadableRequest,
    // Uploads may take as long as they make progress; small bodies have their own limit below.
    requestTimeout: 0,
    http: {
      // At most one piece waits in memory that V8 collects while a disk is slow.
      highWaterMark: PIECE_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: SLOW_SCAN_MS,
      requestTimeout: 0,
      // Refused by `guardRequests`, in the form of all errors.
      requireHostHeader: false,
    },
  });
  const nest = await NestFactory.create<NestFastifyApplication>(
    AppModule.register(config, loadSecrets(config)),
    adapter,
    {
      logger: new JsonLogger(log),
      bodyParser: false,
      abortOnError: false,
    },
  );
  const instance: FastifyInstance = adapter.getInstance();
  readClientAddresses(instance, config.http.trustedProxies);
  limitBodies(instance);
  guardRequests(instance, config);
  nest.get(Shutdown).watch(instance);
  if (config.registration === 'closed') closeRegistration(instance);
  observeRequests(instance, log, nest.get(Counts));
  nest.setGlobalPrefix('api', { exclude: WITHOUT_PREFIX });
  nest.useGlobalPipes(new ValidationPipe());
  nest.useGlobalFilters(new ErrorFilter());
  // By exit and not by the signal itself, so that the process manager reads that it ended well.
  nest.enableShutdownHooks(['SIGTERM', 'SIGINT'], { useProcessExit: true });
  serveApiDocs(instance, join(distDir, 'openapi.json'));
  serveFrontend(instance, join(distDir, 'public'), {
    supportUrl: supportUrl(config),
    registration: config.registration,
    priceLine: () => nest.get(PriceSummary).current(),
    mediaOrigin: nest.get(Storage).linkOrigin,
  });
  await nest.init();
  return nest;
}

/** With their methods: Nest compares each route only with those of its own method, which shortens the start. */
const WITHOUT_PREFIX = [
  ...['storage/:key', 'pictures/:key', 'health/live', 'health/ready', 'metrics', 'data-deletion/:code'].map(
    (path) => ({ path, method: RequestMethod.GET }),
  ),
  'rehearsal',
  'rehearsal/*path',
];

function guardRequests(instance: FastifyInstance, config: Config): void {
  const { role } = config;
  const transport = transportHeaders(config);
  instance.server.on('checkExpectation', refuseExpectation);
  instance.addHook('onRequest', (request, reply, done) => {
    void reply.headers({
      'x-request-id': request.id,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'permissions-policy': PERMISSIONS,
      ...transport,
    });
    // Answers that may be cached say so themselves; a path has more spellings than a rule could cover.
    void reply.header('cache-control', 'no-store');
    if (request.raw.headers.host === undefined && request.raw.httpVersion === '1.1') {
      done(new DomainError(400, 'bad_request', 'The request names no host.'));
      return;
    }
    if (role === 'publisher' && !/^\/(health\/|metrics)/.test(request.url)) {
      done(new DomainError(404, 'not_found', 'This process only publishes.'));
      return;
    }
    limitSmallBody(request, reply);
    done();
  });
}

/** Limits the time for bodies that are read whole. Node's own limit would also count honest uploads. */
function limitSmallBody({ raw, headers }: FastifyRequest, reply: FastifyReply): void {
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  if (headers['content-type']?.startsWith('multipart/') || headers['content-type'] === PIECE_TYPE) return;
  const timer = setTimeout(() => {
    if (raw.complete) return;
    // A client that was answered before its body had come gets no second answer.
    if (reply.raw.headersSent) raw.destroy();
    else respondAndClose(raw.socket, slowRequest());
  }, SMALL_BODY_TIMEOUT_MS);
  timer.unref();
  raw.once('close', () => clearTimeout(timer));
}

type Counted = LabelsOf<'pagecast_http_requests_total'>;

/** Counted by their names. Node's parser knows more, and nothing here answers them. */
const METHODS = new Set<string>(METRICS.pagecast_http_requests_total.labels.method);

/** A stream of events stays open: its duration tells nothing of how fast requests are answered. */
const STREAMS = new Set(['/api/events']);

/**
 * Counts requests by the pattern of their route, since paths contain ids and signatures, and logs them by path without
 * the query.
 */
function observeRequests(
  instance: FastifyInstance,
  log: ReturnType<typeof makeLogger>,
  counts: Counts,
): void {
  instance.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const { method } = request;
    const status = reply.statusCode;
    const labels: Counted = {
      method: METHODS.has(method) ? (method as Counted['method']) : 'other',
      route,
      status: `${Math.floor(status / 100)}xx` as Counted['status'],
    };
    counts.add('pagecast_http_requests_total', labels);
    if (!STREAMS.has(route))
      counts.observe('pagecast_http_request_duration_seconds', labels, reply.elapsedTime / 1000);
    const line = {
      request_id: request.id,
      method,
      path: request.url.split('?')[0],
      status,
      ms: Math.round(reply.elapsedTime),
    };
    if (status >= 500) log.error(line, 'request');
    else if (method === 'GET' || method === 'HEAD') log.debug(line, 'request');
    else log.info(line, 'request');
    done();
  });
}

import type { Server, ServerResponse } from 'node:http';
import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationShutdown,
  type OnModuleDestroy,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { withTimeout } from '../common/time/timeout';
import { whenOver } from '../common/http/when-over';
import { Config } from '../config/config';
import { isStoppingNow, OngoingUploads } from '../media/receiving/ongoing-uploads';
import { Publisher } from '../publishing/publisher/publisher';

/** Limit for removing the files of abandoned uploads. A storage that does not respond must not delay the end. */
const REMOVAL_LIMIT_MS = 5_000;
/** A little longer than a refusal waits for a client that still sends. */
const ANSWER_LIMIT_MS = 2_500;

/**
 * Stops the process step by step. From the signal on, it is not ready, refuses uploads and keeps no connection alive;
 * everything else is still answered. Uploads and publications under way share one grace period, which begins with the
 * signal. Then the remaining uploads are refused, and once the last answer is sent Nest closes the server.
 */
@Injectable()
export class Shutdown implements OnModuleDestroy, BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly log = new Logger('Shutdown');
  private readonly unanswered = new Set<ServerResponse>();
  private graceEndsAt?: number;
  private uploadsGivenUp = 0;

  constructor(
    private readonly uploads: OngoingUploads,
    private readonly publisher: Publisher,
    private readonly config: Config,
    private readonly host: HttpAdapterHost,
  ) {}

  get isStopping(): boolean {
    return this.graceEndsAt !== undefined;
  }

  watch(instance: FastifyInstance): void {
    instance.addHook('onRequest', (request, { raw }, done) => {
      this.unanswered.add(raw);
      whenOver(raw, () => this.unanswered.delete(raw));
      if (this.isStopping && isUpload(request)) done(isStoppingNow());
      else done();
    });
    instance.addHook('onSend', (_request, reply, payload, done) => {
      if (this.isStopping) void reply.header('connection', 'close');
      done(null, payload);
    });
  }

  onModuleDestroy(): void {
    this.graceEndsAt = performance.now() + this.config.shutdownGraceMs;
    this.uploads.close();
    (this.host.httpAdapter.getHttpServer() as Server).closeIdleConnections();
    this.log.log({ uploads: this.uploads.count, publications: this.publisher.count }, 'stopping');
  }

  async beforeApplicationShutdown(): Promise<void> {
    const graceMs = Math.max(0, (this.graceEndsAt ?? 0) - performance.now());
    await atMost(graceMs, this.uploads.settled());
    this.uploadsGivenUp = this.uploads.count;
    this.uploads.giveUp();
    await atMost(REMOVAL_LIMIT_MS, this.uploads.settled());
    await atMost(ANSWER_LIMIT_MS, this.answersAreOut());
  }

  onApplicationShutdown(): void {
    this.log.log(
      { uploads_given_up: this.uploadsGivenUp, publications_given_up: this.publisher.givenUp },
      'stopped',
    );
  }

  private async answersAreOut(): Promise<void> {
    await Promise.all(
      [...this.unanswered].map((raw) => new Promise<void>((resolve) => whenOver(raw, resolve))),
    );
  }
}

const isUpload = ({ headers }: FastifyRequest): boolean =>
  /^(multipart\/|application\/offset\+octet-stream)/i.test(headers['content-type'] ?? '');

/** Waits for the work at most this long; ignores a timeout or a failure. */
const atMost = (ms: number, work: Promise<void>): Promise<void> =>
  withTimeout(ms, work).catch(() => undefined);

import { timingSafeEqual } from 'node:crypto';
import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { forbidden, unauthorized } from '../common/errors/errors';
import { Public } from '../common/http/public.decorator';
import { isLocalCaller } from '../common/http/local-caller';
import { Config } from '../config/config';
import { Metrics } from './metrics';

/** Metrics for Prometheus. With METRICS_TOKEN set, only for callers that send it; otherwise only for this machine. */
@ApiExcludeController()
@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly metrics: Metrics,
    private readonly config: Config,
  ) {}

  @Public()
  @Get()
  async get(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    this.refuseStrangers(request);
    const { type, text } = await this.metrics.exposition();
    void reply.header('content-type', type).send(text);
  }

  private refuseStrangers(request: FastifyRequest): void {
    const { metricsToken } = this.config;
    if (metricsToken === undefined) {
      if (isLocalCaller(request)) return;
      throw forbidden(
        'Metrics are for callers on this machine. Set METRICS_TOKEN to read them from elsewhere.',
      );
    }
    const given = Buffer.from((request.headers.authorization ?? '').replace(/^Bearer /, ''));
    const right = Buffer.from(metricsToken);
    if (given.length !== right.length || !timingSafeEqual(given, right))
      throw unauthorized('Send METRICS_TOKEN as a bearer token.');
  }
}

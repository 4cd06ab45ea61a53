import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Config } from '../config/config';
import { Database } from '../database/database';
import { ApiExcludeController } from '../common/openapi';
import { Public } from '../common/public.decorator';
import { Heartbeats } from '../publishing/heartbeats';

interface Readiness {
  status: 'ready' | 'not ready';
  database: 'up' | 'down';
  /** Whether any process publishes. */
  publisher: 'alive' | 'away';
  queue: 'ok' | 'degraded';
}

@ApiExcludeController()
@Public()
@Controller('health')
export class HealthController {
  constructor(
    private readonly db: Database,
    private readonly heartbeats: Heartbeats,
    private readonly config: Config,
  ) {}

  @Get('live')
  live(): { status: 'live' } {
    return { status: 'live' };
  }

  /** Ready: the database answers and, where this process publishes, its publisher ticks. */
  @Get('ready')
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<Readiness> {
    const database = await this.db.row('SELECT 1 AS one').then(
      () => true,
      () => false,
    );
    const anyPublisher = database && (await this.heartbeats.anyIsFresh().catch(() => false));
    const own = this.config.role === 'api' || this.heartbeats.ownIsFresh();
    const ready = database && own;
    if (!ready) void reply.status(503);
    return {
      status: ready ? 'ready' : 'not ready',
      database: database ? 'up' : 'down',
      publisher: anyPublisher ? 'alive' : 'away',
      queue: 'ok',
    };
  }
}

import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Config } from '../config/config';
import { Database } from '../database/database';
import { query } from '../database/tables';
import { Public } from '../common/http/public.decorator';
import { withTimeout } from '../common/time/timeout';
import { Prober } from '../media/prober/prober';
import { Queue } from '../ports/queue/queue';
import { Heartbeats } from '../publishing/publisher/heartbeats';
import { Shutdown } from '../shutdown/shutdown';
import { VERSION } from '../version';

const ANYTHING = query.selectNoFrom(({ lit }) => lit(1).as('one'));

/** A database that does not answer in time counts as down. */
const LIMIT_MS = 3_000;

interface Readiness {
  status: 'ready' | 'not ready' | 'stopping';
  version: string;
  /** `full`: it answers, and its disk had no room for what was written last. */
  database: 'up' | 'full' | 'down';
  /** Whether any process publishes. */
  publisher: 'alive' | 'away';
  /** Whether processes can wake each other. If not, due posts are found a tick later. */
  queue: Queue['health'];
  /** Whether videos can be checked. If not, videos are refused and everything else works. */
  prober: 'up' | 'down';
}

@ApiExcludeController()
@Public()
@Controller('health')
export class HealthController {
  constructor(
    private readonly db: Database,
    private readonly heartbeats: Heartbeats,
    private readonly config: Config,
    private readonly prober: Prober,
    private readonly queue: Queue,
    private readonly shutdown: Shutdown,
  ) {}

  @Get('live')
  live(): { status: 'live' } {
    return { status: 'live' };
  }

  /**
   * Ready means that the process is not stopping, the database answers and, if this process publishes, its publisher
   * ticks.
   */
  @Get('ready')
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<Readiness> {
    const database = await withTimeout(LIMIT_MS, this.db.row(ANYTHING)).then(
      () => true,
      () => false,
    );
    const publishers = database ? await withTimeout(LIMIT_MS, this.heartbeats.alive()).catch(() => []) : [];
    const own = this.config.role === 'api' || this.heartbeats.ownIsFresh();
    const { isStopping } = this.shutdown;
    const ready = database && own && !isStopping;
    if (!ready) void reply.status(503);
    return {
      status: isStopping ? 'stopping' : ready ? 'ready' : 'not ready',
      version: VERSION,
      database: database ? (this.db.isFull ? 'full' : 'up') : 'down',
      publisher: publishers.length > 0 ? 'alive' : 'away',
      queue: this.queue.health,
      prober: (await this.prober.isUp()) ? 'up' : 'down',
    };
  }
}

import { statfs } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { gauge, type Sample } from '../common/metrics/counts';
import { withTimeout } from '../common/time/timeout';
import { Config } from '../config/config';
import { Database } from '../database/database';
import type { Trouble } from '../database/database-errors';
import { DatabaseTime } from '../database/database-time';
import { query } from '../database/tables';
import { OngoingUploads } from '../media/receiving/ongoing-uploads';
import { Prober } from '../media/prober/prober';
import { Queue } from '../ports/queue/queue';
import { Storage, type Presence } from '../ports/storage/storage';
import { MediaSweep } from '../publishing/housekeeping/media-sweep';
import { Publisher } from '../publishing/publisher/publisher';
import { VERSION } from '../version';

const ANYTHING = query.selectNoFrom(({ lit }) => lit(1).as('one'));

/** Below the limit on a part of a scrape. */
const LOOK_MS = 1_500;

const KINDS = {
  locked: 'locked',
  'read only': 'read_only',
  unreached: 'unreached',
  lost: 'lost',
  stopped: 'stopped',
} as const;

/** What a scrape asks this process itself, its disks and the servers that it needs. */
@Injectable()
export class ProcessSamples {
  /** As it was found last. */
  private presence?: Presence;
  private looking?: Promise<Presence>;

  constructor(
    private readonly config: Config,
    private readonly db: Database,
    private readonly time: DatabaseTime,
    private readonly queue: Queue,
    private readonly storage: Storage,
    private readonly uploads: OngoingUploads,
    private readonly prober: Prober,
    private readonly publisher: Publisher,
    private readonly sweep: MediaSweep,
  ) {}

  /** What needs no answer from elsewhere. */
  known(): Sample[] {
    const { role, publishing } = this.config;
    const { endedAt } = this.sweep;
    return [
      gauge('pagecast_build_info', { version: VERSION, node: process.versions.node }, 1),
      gauge('pagecast_uploads_under_way', {}, this.uploads.count),
      gauge('pagecast_publications_under_way', {}, this.publisher.count),
      gauge('pagecast_publication_slots', {}, role === 'api' ? 0 : publishing.concurrency),
      gauge('pagecast_queue_degraded', {}, this.queue.health === 'ok' ? 0 : 1),
      gauge('pagecast_clock_offset_seconds', {}, this.time.offsetMs / 1000),
      ...(endedAt === undefined ? [] : [gauge('pagecast_last_sweep_timestamp_seconds', {}, endedAt / 1000)]),
      ...(Object.keys(KINDS) as Trouble[]).map((trouble) => ({
        metric: 'pagecast_database_troubles_total' as const,
        labels: { kind: KINDS[trouble] },
        value: this.db.troubles[trouble],
      })),
    ];
  }

  async database(): Promise<Sample[]> {
    await this.db.row(ANYTHING);
    await this.time.measure();
    return [
      gauge('pagecast_database_up', {}, 1),
      gauge('pagecast_clock_offset_seconds', {}, this.time.offsetMs / 1000),
    ];
  }

  /** Whether a disk that hangs is away is known only after some seconds: a later scrape tells it. */
  async storagePresence(): Promise<Sample[]> {
    this.looking ??= this.storage
      .presence()
      .then((found) => (this.presence = found))
      .finally(() => (this.looking = undefined));
    const found = await withTimeout(LOOK_MS, this.looking).catch((error: unknown) => {
      if (this.presence === undefined) throw error;
      return this.presence;
    });
    return [gauge('pagecast_storage_present', {}, found === 'here' ? 1 : 0)];
  }

  async disks(): Promise<Sample[]> {
    const { dataDir, storage } = this.config;
    const data = await room('data', dataDir);
    return 'dir' in storage ? [...data, ...(await room('media', storage.dir))] : data;
  }

  async probing(): Promise<Sample[]> {
    return [gauge('pagecast_prober_up', {}, (await this.prober.isUp()) ? 1 : 0)];
  }
}

/** @returns nothing for a folder that is not there. */
async function room(disk: 'data' | 'media', folder: string): Promise<Sample[]> {
  const found = await statfs(folder).catch(() => undefined);
  if (!found) return [];
  const { bavail, blocks, bsize } = found;
  return [
    gauge('pagecast_disk_free_bytes', { disk }, bavail * bsize),
    gauge('pagecast_disk_size_bytes', { disk }, blocks * bsize),
  ];
}

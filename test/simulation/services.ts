import { JwtService } from '@nestjs/jwt';
import type { FastifyRequest } from 'fastify';
import { ENTITIES } from '../../backend/app.module';
import { AutoPosting } from '../../backend/autopost/auto-posting';
import { Clock } from '../../backend/common/time/clock';
import { RateLimits } from '../../backend/common/limits/rate-limits';
import { Config, loadConfig } from '../../backend/config/config';
import { Secrets } from '../../backend/config/secrets';
import { AccountMonitor } from '../../backend/accounts/checks/account-monitor';
import { Database } from '../../backend/database/database';
import { DatabaseTime } from '../../backend/database/database-time';
import type { ReceivedUpload } from '../../backend/media/receiving/receive-upload';
import { Mailer, type Mail } from '../../backend/ports/mail/mailer';
import { Outbox } from '../../backend/ports/mail/outbox';
import { MetaNetworks } from '../../backend/ports/networks/meta/meta-networks';
import { Networks } from '../../backend/ports/networks/network';
import { MemoryQueue } from '../../backend/ports/queue/memory-queue';
import { Queue } from '../../backend/ports/queue/queue';
import { MediaIntake, type Picture } from '../../backend/ports/storage/media-intake';
import { Storage } from '../../backend/ports/storage/storage';
import { DuePosts } from '../../backend/publishing/publisher/due-posts';
import { DueComments } from '../../backend/publishing/first-comments/due-comments';
import { Housekeeping } from '../../backend/publishing/housekeeping/housekeeping';
import { PostCreation } from '../../backend/publishing/posts/post-creation';
import { PublishingModule } from '../../backend/publishing/publishing.module';
import { FolderPieces } from '../../backend/uploads/folder-pieces';
import { Pieces } from '../../backend/uploads/pieces';
import { clockOf } from '../support/test-clock';
import { Container, repositories } from './container';
import { SimulatedDatabase, type Tables, type Watch } from './database';
import type { Machine } from './machine';
import { CarouselsOfTwo } from './chosen-formats';
import { GRAPH_URL, RUPLOAD_URL } from './meta';
import type { Plan } from './plan';
import type { Scheduler } from './scheduler';
import { SimulatedStorage, type Disk } from './storage';
import type { Wire } from './wire';

/** What runs by itself in a process. */
export const ROOTS = [DuePosts, DueComments, AutoPosting, AccountMonitor, Housekeeping];

/** What is there before anything runs: some of it does no more than to register itself. */
export function makeAll(services: Container): void {
  const providers = Reflect.getMetadata('providers', PublishingModule) as Parameters<Container['get']>[0][];
  for (const provider of providers) services.get(provider);
}

/** Classes of the product, and what is made in their place: a fault that was mended, brought back. */
export type Replacements = ReadonlyMap<unknown, unknown>;

interface Surroundings {
  plan: Plan;
  role: Plan['machines'][number];
  machine: Machine;
  scheduler: Scheduler;
  tables: Tables;
  disk: Disk;
  wire: Wire;
  watch: Watch;
  disturb: () => void;
  mails: Mail[];
  replacements?: Replacements;
  alterNetworks?: (networks: MetaNetworks) => void;
}

/** The product's services as one process has them. */
export function servicesOf(world: Surroundings): Container {
  const { machine, scheduler, tables, disk, wire, watch, disturb, mails } = world;
  const clock = clockOf(() => Math.floor(scheduler.now + machine.skewMs));
  const storage = new SimulatedStorage(disk, machine, () => Math.floor(scheduler.now));
  const config = configOf(world);
  const db = new SimulatedDatabase(tables.sql, machine, watch, () => Math.floor(scheduler.now), disturb);
  const time = new DatabaseTime(db, clock);
  const networks = new MetaNetworks(config.network, time, wire.send);
  world.alterNetworks?.(networks);
  return new Container(
    new Map<unknown, unknown>([
      [Clock, clock],
      [Config, config],
      [Secrets, SECRETS],
      [Database, db],
      [DatabaseTime, time],
      ...repositories(tables.dataSource, ENTITIES, (work) => machine.wait('database', work)),
      [Storage, storage],
      [Pieces, FolderPieces],
      [MediaIntake, intakeOf(storage, disk, machine)],
      // Sessions are ended here, and never begun.
      [JwtService, {}],
      [Queue, MemoryQueue],
      [Networks, networks],
      [Mailer, { send: (mail: Mail) => Promise.resolve(void mails.push(mail)) } satisfies Mailer],
      [Outbox, KeptOutbox],
      [PostCreation, CarouselsOfTwo],
      [RateLimits, { consume: () => Promise.resolve() }],
      ...(world.replacements ?? []),
    ]),
  );
}

const SECRETS: Secrets = { jwt: 'a secret of this run, and of no other', encryption: [Buffer.alloc(32, 7)] };

const base = loadConfig({
  DATA_DIR: '/simulated',
  NETWORK: 'live',
  GRAPH_URL,
  RUPLOAD_URL,
  LOG_LEVEL: 'silent',
});

function configOf({ plan, role }: Surroundings): Config {
  const { tickMs, concurrency, missedAfterMs } = plan;
  return { ...base, role, publishing: { ...base.publishing, tickMs, concurrency, missedAfterMs } };
}

/** Mails are kept and not sent: nothing that is looked at here depends on a mail server. */
class KeptOutbox extends Outbox {
  override wake(): void {
    return undefined;
  }
}

/** An upload without a socket: its bytes are there, and so is what a prober would have said of them. */
export interface SimulatedUpload {
  bytes: Buffer;
  picture: Picture;
  fields: Record<string, string[]>;
}

export const requestOf = (upload: SimulatedUpload): FastifyRequest =>
  ({ headers: { 'content-length': String(upload.bytes.length) }, upload }) as unknown as FastifyRequest;

/** As the product keeps files, but for the socket they come by and the prober that looks at them. */
function intakeOf(storage: Storage, disk: Disk, machine: Machine): MediaIntake {
  let received = 0;
  const pictures = new Map<string, Picture>();
  const receive: MediaIntake['receive'] = async (request, _expected, _user, keep) => {
    const { bytes, picture, fields } = (request as unknown as { upload: SimulatedUpload }).upload;
    const path = `${machine.name} ${++received}`;
    await machine.wait('storage', () => Promise.resolve(disk.incoming.set(path, bytes)));
    pictures.set(path, picture);
    const file = { path, name: 'film.mp4', sizeBytes: bytes.length, synced: Promise.resolve() };
    const posters = { pictures: [], release: () => undefined };
    return keep({ files: [file], posters, fields } as unknown as ReceivedUpload);
  };
  const examine: MediaIntake['examine'] = (_rules, { files }) =>
    Promise.resolve(files.map(({ path }) => pictures.get(path) as Picture));
  const intake = Object.create(MediaIntake.prototype) as MediaIntake;
  const keepTimes: MediaIntake['keepTimes'] = async (times, file, picture, kept) => {
    const bytes = disk.incoming.get(file.path) as Buffer;
    const keys: string[] = [];
    for (let n = 1; n < times; n++) {
      const path = `${file.path} ${n}`;
      disk.incoming.set(path, bytes);
      keys.push(await intake.keep({ ...file, path }, picture, kept));
    }
    return [...keys, await intake.keep(file, picture, kept)];
  };
  return Object.assign(intake, { storage, receive, examine, keepTimes });
}

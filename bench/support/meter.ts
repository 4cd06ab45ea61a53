import { readFileSync } from 'node:fs';
import type { OwnMariadb } from '../../test/support/own-mariadb';
import type { RedisServer } from '../../test/support/redis-server';
import type { Cost } from './capacity-result';

/** The unit of the times in /proc, whatever the kernel's own clock: USER_HZ. */
const TICKS_PER_SECOND = 100;

/** Between these in /proc/PID/stat: user and system time, own and of children that were waited for. */
const TIMES = [11, 15] as const;

/** CPU seconds of a process and of the children that it has waited for. */
export function cpuSeconds(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the program comes before, in brackets, and may hold anything.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields.slice(...TIMES).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
}

/** Bytes that a process has had written to a disk. */
function writtenBytes(pid: number): number {
  return Number(/^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))![1]);
}

export interface Servers {
  mariadb: OwnMariadb;
  redis: RedisServer;
}

/** Counters since some instant, in the units of a cost. */
type Reading = Cost;

/** What one process of the product, and the servers that only it talks to, use while something happens. */
export class Meter {
  constructor(
    private readonly pid: number,
    private readonly servers?: Servers,
  ) {}

  /** @returns what each of `units` cost, with the share of an idle process. */
  async each(units: number, work: () => Promise<unknown>): Promise<Cost> {
    const before = await this.read();
    await work();
    const after = await this.read();
    // The reading itself is one.
    if (this.servers) after.statements -= 1;
    return costOf((key) => (after[key] - before[key]) / units);
  }

  private async read(): Promise<Reading> {
    const product = cpuSeconds(this.pid);
    const disk = writtenBytes(this.pid);
    if (!this.servers) return { ...nothing(), product, disk };
    const { mariadb, redis } = this.servers;
    const status = await statusOf(mariadb);
    const redisCommands = Number(await redisFigure(redis, 'total_commands_processed'));
    return {
      product,
      database: cpuSeconds(mariadb.pid),
      redis: cpuSeconds(redis.pid),
      statements: status('Questions'),
      transactions: status('Binlog_commits'),
      syncs: status('Innodb_data_fsyncs') + status('Binlog_group_commits'),
      redisCommands,
      databaseBytes: status('Bytes_sent') + status('Bytes_received'),
      disk: writtenBytes(mariadb.pid),
    };
  }
}

export const nothing = (): Cost => ({
  product: 0,
  database: 0,
  redis: 0,
  statements: 0,
  transactions: 0,
  syncs: 0,
  redisCommands: 0,
  databaseBytes: 0,
  disk: 0,
});

const costOf = (of: (key: keyof Cost) => number): Cost =>
  Object.fromEntries(
    (Object.keys(nothing()) as (keyof Cost)[]).map((key) => [key, of(key)]),
  ) as unknown as Cost;

export const minus = (a: Cost, b: Cost): Cost => costOf((key) => Math.max(0, a[key] - b[key]));
export const times = (a: Cost, factor: number): Cost => costOf((key) => a[key] * factor);

async function statusOf(mariadb: OwnMariadb): Promise<(name: string) => number> {
  const rows = (await mariadb.query('SHOW GLOBAL STATUS')) as { Variable_name: string; Value: string }[];
  const values = new Map(rows.map(({ Variable_name, Value }) => [Variable_name, Number(Value)]));
  return (name) => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`MariaDB does not count ${name}`);
    return value;
  };
}

/** Redis answers INFO in many lines; a script picks one. */
const PICK = `return string.match(redis.call('INFO', 'everything'), '\\n' .. ARGV[1] .. ':([^\\r]+)')`;

export async function redisFigure(redis: RedisServer, name: string): Promise<string> {
  return (await redis.answer('EVAL', PICK, '0', name)).split('\r\n')[1]!;
}

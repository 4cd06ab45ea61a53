import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { carried, usualProfile, type Profile } from '../../bench/support/capacity-model';
import type { CapacityResult, Cost } from '../../bench/support/capacity-result';
import { cpuSeconds } from '../../bench/support/meter';

const ROOT = join(__dirname, '../..');

const cost = (some: Partial<Cost> = {}): Cost => ({
  product: 0,
  database: 0,
  redis: 0,
  statements: 0,
  transactions: 0,
  syncs: 0,
  redisCommands: 0,
  databaseBytes: 0,
  disk: 0,
  ...some,
});

/** Nothing costs anything, but what a test gives a price. */
function result(
  some: { publish?: Partial<Cost>; list?: Partial<Cost>; look?: Partial<Cost> } = {},
): CapacityResult {
  const setup = {
    idle: cost(),
    publish: { each: cost(some.publish), perMb: cost() },
    upload: { each: cost(), perMb: cost() },
    list: cost(some.list),
    change: cost(),
    look: cost(some.look),
    login: cost(),
    stream: cost(),
    memory: { idle: 0, publishing: 0, stream: 0 },
  };
  return {
    measuredAt: '2026-01-01',
    machine: 'a machine',
    node: 'v20',
    mariadb: '10',
    redis: '7',
    load: [0, 0],
    one: setup,
    many: setup,
    publisherIdle: cost(),
    callsPerPost: 4,
    listBytes: 0,
    encryptPerMb: 0,
    syncMs: 1,
    redisBytesPerWake: 0,
    tables: { one: [], many: [] },
    stepsKeptDays: 180,
    connections: { perProcess: 10, ofServer: 151 },
  };
}

const profile = (some: Partial<Profile> = {}): Profile => ({ ...usualProfile(), ...some });

/** A post an account and day, all in the busiest hour and all at the full hour. */
const ALL_AT_ONCE = { postsPerDay: 1, busiestHour: 1, onTheHour: 1, lateSeconds: 60 };
const WIDE = { networkMbit: 1e9, slots: 1e9, transfers: 1e9 };

describe('what machines carry', () => {
  it('is what the network takes in a minute, where files are what costs', () => {
    const found = carried(
      result(),
      profile({ ...ALL_AT_ONCE, networkMbit: 800, fileMb: 10, slots: 1e9, transfers: 1e9 }),
      {
        machines: 1,
      },
    );
    // 100 MB/s are 10 files a second.
    expect(found).toMatchObject({ accounts: 600, first: 'network', postsPerSecond: 10, lateSeconds: 60 });
  });

  it('is what the slots send in a minute, where calls take long', () => {
    const slow = { slots: 10, callMs: 500, fileMb: 1e-9, networkMbit: 1e9 };
    const found = carried(result(), profile({ ...ALL_AT_ONCE, ...slow }), { machines: 1 });
    // Four calls of half a second: 5 posts a second.
    expect(found).toMatchObject({ first: 'slots', accounts: 300 });
    expect(found.postsPerSecond).toBeCloseTo(5);
  });

  it('is what goes out on the transfers that a publisher has at a time', () => {
    const slow = { slots: 1e9, transfers: 10, uploadMbit: 80, fileMb: 20, networkMbit: 1e9 };
    const found = carried(result(), profile({ ...ALL_AT_ONCE, ...slow }), { machines: 1 });
    // Two seconds each: 5 files a second.
    expect(found).toMatchObject({ first: 'slots', accounts: 300 });
  });

  it('is what one core does, on one machine', () => {
    const found = carried(result({ publish: { product: 0.1 } }), profile({ ...ALL_AT_ONCE, ...WIDE }), {
      machines: 1,
    });
    expect(found).toMatchObject({ first: 'process', accounts: 600 });
  });

  it('leaves the posts of the full hour what people do not use', () => {
    const lists = { looksPerDay: 1, pagesPerLook: 1, accountsPerPerson: 1 };
    const busy = result({ publish: { product: 0.1 }, list: { product: 1.8 } });
    const { accounts } = carried(busy, profile({ ...ALL_AT_ONCE, ...WIDE, ...lists }), { machines: 1 });
    // So many people use a core by accounts × 1.8 s / 3600 s.
    expect(accounts / 60).toBeCloseTo((1 - accounts / 2000) / 0.1, 0);
  });

  it('grows with machines until MySQL is the limit, and then with its cores', () => {
    const given = result({ publish: { product: 0.013, database: 0.01 } });
    const on = (machines: number, databaseCores?: number) =>
      carried(given, profile({ ...ALL_AT_ONCE, ...WIDE }), { machines, databaseCores });
    expect(on(2)).toMatchObject({ accounts: 4615, api: 1, publishers: 1, first: 'publishers' });
    expect(on(4)).toMatchObject({ accounts: 12_000, first: 'database' });
    expect(on(40)).toMatchObject({ accounts: 12_000, first: 'database' });
    expect(on(40, 32)).toMatchObject({ accounts: 192_000, first: 'database' });
    expect(on(40).connections).toBe(760);
  });

  it('names what comes after the first limit', () => {
    const given = result({ publish: { product: 0.1, database: 0.05 } });
    const { first, next } = carried(given, profile({ ...ALL_AT_ONCE, ...WIDE }), { machines: 2 });
    expect([first, next]).toEqual(['publishers', { part: 'database', accounts: 2400 }]);
  });

  it('counts that every publisher looks at every change', () => {
    const given = result({ publish: { product: 0.01 }, look: { database: 0.05 } });
    const everyHour = { postsPerDay: 1, busiestHour: 1, onTheHour: 0.001 };
    const { publishers, alone } = carried(given, profile({ ...everyHour, ...WIDE }), { machines: 40 });
    // 60 % of two cores for an hour.
    expect(alone.database! / ((3600 * 2 * 0.6) / (0.05 * publishers))).toBeCloseTo(1, 3);
  });

  it('is nothing where people post more than a Page takes', () => {
    const found = carried(result(), profile({ postsPerDay: 31 }), { machines: 1 });
    expect(found).toMatchObject({ first: 'meta', accounts: 0 });
  });
});

it('reads the CPU time of this process as it reads it itself', () => {
  const { user, system } = process.cpuUsage();
  expect(cpuSeconds(process.pid)).toBeGreaterThanOrEqual((user + system) / 1e6 - 0.05);
});

describe('docs/scale.md', () => {
  const tables = (...args: string[]) =>
    spawnSync(process.execPath, [join(ROOT, '.setup/scale-tables.mjs'), ...args], { encoding: 'utf8' });

  it('has the tables that the stored result gives', () => {
    const { status, stderr } = tables('--check');
    expect([status, stderr]).toEqual([0, '']);
  });

  it('is left alone by a computation for others, which is printed', () => {
    const before = readFileSync(join(ROOT, 'docs/scale.md'), 'utf8');
    const { status, stdout } = tables('--posts-per-day', '31');
    expect(status).toBe(0);
    expect(stdout).toContain("Meta's 30 reels a day on a Page");
    expect(readFileSync(join(ROOT, 'docs/scale.md'), 'utf8')).toBe(before);
  });

  it.each([['-1'], ['many'], ['0'], ['Infinity']])('refuses %s posts a day', (value) => {
    const { status, stderr } = tables(`--posts-per-day=${value}`);
    expect([status, stderr]).toEqual([1, '--posts-per-day must be a number above 0.\n']);
  });
});

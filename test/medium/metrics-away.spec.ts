import { setImmediate as turn } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { Counts } from '../../backend/common/metrics/counts';
import type { Database } from '../../backend/database/database';
import { Metrics } from '../../backend/health/metrics';
import { Queue } from '../../backend/ports/queue/queue';
import { Storage, type Presence } from '../../backend/ports/storage/storage';
import type { Container } from '../simulation/container';
import { onMariadb, openDatabase, scratchSqlite } from '../support/databases';
import { NetworkCut } from '../support/network-cut';
import { Scrape } from '../support/scrape';
import { servicesOn } from '../support/services';

const warnings: string[] = [];
beforeEach(() => {
  warnings.length = 0;
  jest
    .spyOn(Logger.prototype, 'warn')
    .mockImplementation((facts: unknown) => void warnings.push(String((facts as { part?: string }).part)));
});
afterEach(() => jest.restoreAllMocks());

const scrape = async (services: Container) => new Scrape((await services.get(Metrics).exposition()).text);
const part = (name: string) => `pagecast_scrape_part_success{part="${name}"}`;

onMariadb('a scrape without its database', (makeConfig) => {
  let link: NetworkCut;
  let db: Database;
  let dataSource: DataSource;
  let services: Container;

  beforeEach(async () => {
    const config = await makeConfig();
    if (config.kind !== 'mysql') throw new Error('a database on a server is needed');
    link = await NetworkCut.to(config.url.replace('mariadb:', 'http:'));
    const url = config.url.replace('127.0.0.1:3306', new URL(link.url).host);
    ({ db, dataSource } = await openDatabase({ ...config, url }));
    services = servicesOn({ db, dataSource });
    services.get(Counts).add('pagecast_mails_total', { result: 'sent' });
  });
  afterEach(async () => {
    link.end();
    await dataSource.destroy().catch(() => undefined);
  });

  it('tells that it is away, and what is known of the process, and all of it when it is back', async () => {
    expect((await scrape(services)).value('pagecast_database_up')).toBe(1);
    link.cut();
    const told = await scrape(services);
    expect(told.value('pagecast_database_up')).toBe(0);
    expect([told.value(part('posts')), told.value(part('mails')), told.value(part('disks'))]).toEqual([
      0, 0, 1,
    ]);
    expect(told.value('pagecast_queue_depth')).toBeUndefined();
    expect(told.value('pagecast_mails_total{result="sent"}')).toBe(1);
    expect(told.sum('pagecast_database_troubles_total')).toBeGreaterThan(0);
    expect(told.text).toContain('process_cpu_seconds_total');
    link.mend();
    const back = await scrape(services);
    expect([back.value('pagecast_database_up'), back.value('pagecast_queue_depth')]).toEqual([1, 0]);
  });

  it('does not wait for one that is silent, asks it once however often it is scraped, and says so once', async () => {
    await scrape(services);
    const asked = jest.spyOn(db as unknown as { read(): Promise<unknown> }, 'read');
    await Promise.all(Array.from({ length: 8 }, () => db.row('SELECT SLEEP(0.1)')));
    link.silence();
    asked.mockClear();
    const all = await Promise.all(Array.from({ length: 5 }, () => scrape(services)));
    expect(all.map((told) => told.value('pagecast_database_up'))).toEqual([0, 0, 0, 0, 0]);
    // One statement of each part that reads rows; the census is a minute from its next one.
    expect(asked.mock.calls.length).toBeLessThanOrEqual(4);
    expect(warnings.filter((name) => name === 'database')).toEqual(['database']);
  });
});

describe('a scrape without its queue or its storage', () => {
  const { make, clean } = scratchSqlite();
  let dataSource: DataSource;
  let services: Container;
  beforeEach(async () => {
    const opened = await openDatabase(await make());
    ({ dataSource } = opened);
    services = servicesOn(opened);
  });
  afterEach(() => dataSource.destroy());
  afterAll(clean);

  it('tells whether wake-ups are lost', async () => {
    const health = jest.spyOn(services.get(Queue), 'health', 'get');
    for (const [found, told] of [
      ['ok', 0],
      ['degraded', 1],
    ] as const) {
      health.mockReturnValue(found);
      expect((await scrape(services)).value('pagecast_queue_degraded')).toBe(told);
    }
  });

  it('tells that the storage is away, also when that takes longer than a scrape to find out', async () => {
    const presence = jest.spyOn(services.get(Storage), 'presence');
    let find: (found: Presence) => void = () => undefined;
    const slowly = () => presence.mockReturnValueOnce(new Promise((resolve) => (find = resolve)));
    const isPresent = async () => (await scrape(services)).value('pagecast_storage_present');
    slowly();
    const unknown = await scrape(services);
    expect([unknown.value('pagecast_storage_present'), unknown.value(part('storage'))]).toEqual([
      undefined,
      0,
    ]);
    expect([unknown.value('pagecast_database_up'), unknown.value('pagecast_queue_depth')]).toEqual([1, 0]);
    expect(presence).toHaveBeenCalledTimes(1);
    find('away');
    await turn();
    slowly();
    expect(await isPresent()).toBe(0);
    find('here');
    await turn();
    expect(await isPresent()).toBe(1);
  });

  it('tells whether the storage is there, and the right one', async () => {
    const presence = jest.spyOn(services.get(Storage), 'presence');
    for (const [found, told] of [
      ['here', 1],
      ['away', 0],
      ['foreign', 0],
    ] as const) {
      presence.mockResolvedValueOnce(found);
      expect((await scrape(services)).value('pagecast_storage_present')).toBe(told);
    }
  });
});

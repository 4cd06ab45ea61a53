import { join } from 'node:path';
import { ConnectService } from '../backend/connect/connect.service';
import { ConnectSessions } from '../backend/connect/connect-sessions';
import { insertStatement, type Database } from '../backend/database/database';
import { Connector } from '../backend/ports/networks/connector';
import type { Container } from '../test/simulation/container';
import { openDatabase } from '../test/support/databases';
import { servicesOn } from '../test/support/services';
import { scratchDir } from './support/product';
import { bound, type Benchmark } from './support/report';
import { median } from './support/statistics';

const ROUNDS = 5;
const PAGES = 200;
const AT_MOST_MS = 3_000;

/** What it costs the server to connect many Pages with their Instagram accounts by one call. Nobody is asked then. */
export const connect: Benchmark = {
  name: 'connect',
  run: async () => {
    const file = join(await scratchDir('connect'), 'pagecast.sqlite');
    const { db, dataSource } = await openDatabase({ kind: 'sqlite', file });
    const services = servicesOn({ db, dataSource, more: [[Connector, { isOffered: true }]] });
    try {
      const values: number[] = [];
      for (let user = 1; user <= ROUNDS; user++) values.push(await timeOf(user, db, services));
      const what = `connect ${PAGES} Pages and their Instagram accounts`;
      return [bound(what, median(values), { unit: 'ms', atMost: AT_MOST_MS, values })];
    } finally {
      await dataSource.destroy();
    }
  },
};

async function timeOf(user: number, db: Database, services: Container): Promise<number> {
  await db.atomically([
    insertStatement('users', [
      { id: user, name: 'U', email: `u${user}@example.com`, password_hash: '', created_at: 0 },
    ]),
    insertStatement('quota_usage', [{ user_id: user, tasks_used: 0, storage_used: 0 }]),
  ]);
  const pageIds = Array.from({ length: PAGES }, (_, n) => String(7_000_000 + n));
  const instagramIds = pageIds.map((id) => `1784${id}`);
  const sessions = services.get(ConnectSessions);
  const { state, cookie } = await sessions.open(user);
  const session = await sessions.find(state, [cookie]);
  const claim = session && (await sessions.claim(session));
  if (!claim) throw new Error('no session');
  await sessions.offer(claim, {
    kind: 'good',
    personId: '77',
    missing: [],
    dataAccessExpiresAt: null,
    pages: pageIds.map((id) => ({
      id,
      name: `Page ${id}`,
      token: `EAAB_${id}`,
      mayPost: true,
      pictureUrl: null,
      instagram: { id: `1784${id}`, username: `page.${id}`, pictureUrl: null },
    })),
  });
  const from = performance.now();
  const accounts = await services.get(ConnectService).choose(user, claim.id, { pageIds, instagramIds });
  const took = performance.now() - from;
  if (accounts.length !== 2 * PAGES) throw new Error(`${accounts.length} accounts`);
  return took;
}

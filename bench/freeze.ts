import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { hash } from '@node-rs/argon2';
import { PARAMETERS } from '../backend/auth/passwords';
import {
  addLibrary,
  checkedAccounts,
  emailOf,
  ENCRYPTION_KEY,
  JWT_SECRET,
  OTHER_CATEGORY,
  seed,
  SHARED_CATEGORY,
} from './support/many-users';
import { HealthProbe } from './support/health-probe';
import { Product, scratchDir } from './support/product';
import { bound, comparison, type Benchmark, type Row } from './support/report';
import { quantile } from './support/statistics';
import { Client } from '../test/support/client';

const USERS = 40_000;
const POSTS_EACH = 3;
const PASSWORD = 'the password of the benchmark';

/** A start has things to do of its own. */
const SETTLE_MS = 2_000;
const IDLE_MS = 5_000;

/** Housekeeping begins half a minute after the start. */
const UNTIL_HOUSEKEEPING_MS = 30_000;
const HOUSEKEEPING_MS = 8_000;

/** Accounts are first asked about a minute after the start. */
const UNTIL_CHECKS_MS = 60_000;
const CHECKS_MS = 8_000;

/**
 * Somebody's light call while an administrator changes what concerns everybody, while the product tidies up and ends the
 * retention of films, and while it asks the network about accounts.
 */
export const freeze: Benchmark = {
  name: 'freeze',
  run: async () => {
    const dir = await scratchDir('freeze');
    const config = { kind: 'sqlite', file: join(dir, 'pagecast.sqlite') } as const;
    const passwordHash = await hash(PASSWORD, PARAMETERS);
    const tokens = await seed(config, { users: USERS, postsEach: POSTS_EACH, passwordHash });
    await addLibrary(config, USERS);
    const product = await Product.start({ dir, env: { JWT_SECRET, ENCRYPTION_KEY } });
    const started = performance.now();
    try {
      const admin = await new Client(product.url).login(emailOf(0), PASSWORD);
      const measured = new Probes(product.url, tokens);
      await pause(SETTLE_MS);
      const idle = await measured.during(() => pause(IDLE_MS));
      const begin = performance.now();
      let tookMs = 0;
      const edits = await measured.during(async () => {
        await edit(admin);
        tookMs = performance.now() - begin;
      });
      const until = async (begins: number, what: string) => {
        const left = begins - (performance.now() - started);
        if (left < 0) console.log(`${what} had begun before: the figures are too good.`);
        await pause(Math.max(0, left));
      };
      await until(UNTIL_HOUSEKEEPING_MS, 'Housekeeping');
      const tidying = await measured.during(() => pause(HOUSEKEEPING_MS));
      await until(UNTIL_CHECKS_MS, 'The checks of accounts');
      const checking = await measured.during(() => pause(CHECKS_MS));
      const checks = await checkedAccounts(config);
      return [
        ...rowsOf("an administrator's edits", edits, idle),
        bound(`the edits, which concern ${USERS} users`, tookMs, { unit: 'ms' }),
        ...rowsOf('housekeeping', tidying, idle),
        ...rowsOf('the checks of accounts', checking, idle),
        bound('accounts that were checked meanwhile', checks, { unit: 'accounts', atLeast: 1 }),
      ];
    } finally {
      await product.end();
    }
  },
};

/** Each concerns everybody. */
async function edit(admin: Client): Promise<void> {
  const category = `/api/categories/${SHARED_CATEGORY}`;
  const calls = [
    () => admin.put(category, { name: 'Another name' }),
    () => admin.put(category, { is_active: false }),
    () => admin.put(category, { is_active: true }),
    () => admin.put('/api/admin/plans/1', { name: 'Another plan' }),
    () => admin.delete(`/api/categories/${OTHER_CATEGORY}`),
  ];
  for (const call of calls) {
    const { status, body } = await call();
    if (status !== 200) throw new Error(`an edit was answered with ${status}: ${JSON.stringify(body)}`);
  }
}

class Probes {
  constructor(
    private readonly url: string,
    private readonly tokens: string[],
  ) {}

  async during(work: () => Promise<unknown>): Promise<number[]> {
    const probe = HealthProbe.start(`${this.url}/api/user`, this.tokens);
    await work();
    return probe.stop();
  }
}

function rowsOf(what: string, latencies: number[], idle: number[]): Row[] {
  const [p99, idleP99] = [quantile(latencies, 0.99), quantile(idle, 0.99)];
  return [
    bound(`GET /user p99 during ${what}`, p99, { unit: 'ms', atMost: 100 }),
    comparison(`GET /user p99 during ${what}`, [p99], [idleP99], { unit: 'ms', baselineName: 'idle' }),
    bound(`GET /user max during ${what}`, Math.max(...latencies), { unit: 'ms' }),
  ];
}

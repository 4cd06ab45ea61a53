import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import { PARAMETERS } from '../backend/auth/passwords';
import { emailOf, JWT_SECRET, seed } from './support/many-users';
import { HealthProbe } from './support/health-probe';
import { Load, postRequest } from './support/load';
import { Product, scratchDir } from './support/product';
import { bound, comparison, type Benchmark, type Row } from './support/report';
import { ServerProcess, TYPESCRIPT } from './support/server-process';
import { inTurns, median, quantile } from './support/statistics';

export const PASSWORD = 'the password of the benchmark';
const ROUNDS = 7;

/** One after another in a round. */
const LOGINS = 40;

const AT_ONCE = 50;
const CROWDED_LOGINS = 400;

/** Nobody signs in more than three times, so that nobody comes near the limit of an account. */
export const USERS = 600;

/** Each somewhere else: an address may be wrong thirty times a minute. */
const clientOf = (n: number): string => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;

const OK = 200;
const UNAUTHORIZED = 401;

/** `POST /api/auth/login` against the hash that it cannot do without, and what becomes of the others meanwhile. */
export const login: Benchmark = {
  name: 'login',
  run: async () => {
    const load = Load.start();
    const dir = await scratchDir('login');
    const passwordHash = await hash(PASSWORD, PARAMETERS);
    await seed(
      { kind: 'sqlite', file: join(dir, 'pagecast.sqlite') },
      { users: USERS, postsEach: 0, passwordHash },
    );
    const product = await Product.start({ dir, env: { JWT_SECRET } });
    const bare = await ServerProcess.start([...TYPESCRIPT, join(__dirname, 'support/hash-baseline.ts')], {
      readyPath: '/',
    });
    try {
      const logins = new Logins(load, product.url);
      return [...(await alone(logins, bare)), await crowded(logins, product.url)];
    } finally {
      await product.end();
      await bare.stop();
      load.stop();
    }
  },
};

async function alone(logins: Logins, bare: ServerProcess): Promise<Row[]> {
  const took = await inTurns(ROUNDS, {
    known: () => logins.p50({ known: true, password: PASSWORD, status: OK }),
    bare: () => bareHash(bare.url),
    wrong: () => logins.p50({ known: true, password: 'a guess', status: UNAUTHORIZED }),
    unknown: () => logins.p50({ known: false, password: 'a guess', status: UNAUTHORIZED }),
  });
  const row = (
    what: string,
    ours: number[],
    baseline: number[],
    baselineName: string,
    goal: { atMost?: number; atLeast?: number } = {},
  ) => comparison(`${what}, p50`, ours, baseline, { unit: 'ms', baselineName, ...goal });
  return [
    row('login', took.known, took.bare, 'bare argon2id', { atMost: 2 }),
    row('unknown address', took.unknown, took.wrong, 'wrong password', { atLeast: 0.9, atMost: 1.1 }),
    row('unknown address', took.unknown, took.known, 'login', { atLeast: 0.9, atMost: 1.1 }),
  ];
}

async function crowded(logins: Logins, url: string): Promise<Row> {
  const probe = HealthProbe.start(`${url}/health/live`);
  await logins.run({ known: true, password: PASSWORD, status: OK }, CROWDED_LOGINS, AT_ONCE);
  const latencies = await probe.stop();
  return bound(`/health/live p99, ${AT_ONCE} logins at once`, quantile(latencies, 0.99), {
    unit: 'ms',
    atMost: 25,
  });
}

async function bareHash(url: string): Promise<number> {
  const answer = await fetch(`${url}/?count=${LOGINS}`);
  return median((await answer.json()) as number[]);
}

interface Attempt {
  known: boolean;
  password: string;
  status: number;
}

/** Each login is somebody else's: an account may sign in only ten times a minute. */
export class Logins {
  private next = 0;

  constructor(
    private readonly load: Load,
    private readonly url: string,
  ) {}

  async p50(attempt: Attempt): Promise<number> {
    return (await this.run(attempt, LOGINS, 1)).p50;
  }

  run({ known, password, status }: Attempt, count: number, connections: number) {
    const requests = Array.from({ length: count }, () => {
      const n = this.next++;
      const email = known ? emailOf(n % USERS) : `nobody${n}@example.com`;
      return postRequest('/api/auth/login', { email, password }, clientOf(n));
    });
    return this.load.run({ port: Number(new URL(this.url).port), requests, connections, count, status });
  }
}

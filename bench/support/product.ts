import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from '../../test/support/client';
import { ADMIN } from '../../test/support/app';
import { ServerProcess } from './server-process';

const MAIN = resolve(__dirname, '../../dist/server/backend/main.js');

/** The roomiest of the plans that a new installation offers. */
const STUDIO_PLAN = 3;

/** A folder beside those of the other contenders, so that all write to the same disk. */
export const scratchDir = (name: string): Promise<string> =>
  mkdtemp(join(tmpdir(), `pagecast-bench-${name}-`));

/** The built product with a data folder of its own. */
export class Product {
  private constructor(
    readonly server: ServerProcess,
    readonly dir: string,
  ) {}

  /** `preload`: a module that the process loads first. */
  static async start({
    env = {},
    dir,
    preload,
  }: { env?: Record<string, string>; dir?: string; preload?: string } = {}): Promise<Product> {
    const dataDir = dir ?? (await scratchDir('product'));
    const server = await ServerProcess.start([...(preload ? ['-r', preload] : []), MAIN], {
      readyPath: '/health/live',
      env: {
        DATA_DIR: dataDir,
        LOG_LEVEL: 'error',
        TRUSTED_PROXIES: '127.0.0.1',
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        ...env,
      },
    });
    return new Product(server, dataDir);
  }

  get url(): string {
    return this.server.url;
  }

  admin(): Promise<Client> {
    return new Client(this.url).login(ADMIN.email, ADMIN.password);
  }

  /** Users with the given plan: each has rate limits and a quota of its own. */
  async subscribers(count: number, plan = STUDIO_PLAN): Promise<Client[]> {
    const admin = await this.admin();
    const users: Client[] = [];
    for (let n = 0; n < count; n++) {
      // Each from an address of their own: one address may register only so many.
      const from = { 'x-forwarded-for': `10.0.${n >> 8}.${n & 255}` };
      const user = await new Client(this.url).register({}, from);
      const { status } = await admin.post('/api/admin/subscriptions', {
        user_id: user.user.id,
        plan_id: plan,
      });
      if (status >= 300) throw new Error(`a subscription was answered with ${status}`);
      users.push(user);
    }
    return users;
  }

  async end(): Promise<void> {
    await this.server.stop();
    await rm(this.dir, { recursive: true, force: true });
  }
}

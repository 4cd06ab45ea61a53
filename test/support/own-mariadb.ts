import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createConnection } from 'mysql2/promise';
import type { DatabaseConfig } from '../../backend/config/config';
import { eventually } from './eventually';
import { START_PATIENCE_MS } from './patience';
import { closedPort } from './ports';

/** A process that dies loses nothing; only a power failure would. */
const FAST = '--innodb-flush-log-at-trx-commit=2';

const run = promisify(execFile);

/** A MariaDB that a test may stop, freeze and set up as it likes. Its ordinary user is `pagecast`. */
export class OwnMariadb {
  private child?: ChildProcess;

  private constructor(
    private readonly dir: string,
    private readonly port: number,
    private readonly options: string[],
  ) {}

  static async start(...options: string[]): Promise<OwnMariadb> {
    const dir = await mkdtemp(join(tmpdir(), 'pagecast-mariadb-'));
    await mkdir(join(dir, 'tmp'));
    await run('mariadb-install-db', [
      '--no-defaults',
      '--skip-test-db',
      '--auth-root-authentication-method=normal',
      ...placesIn(dir),
      `--user=${userInfo().username}`,
    ]);
    const server = new OwnMariadb(dir, await closedPort(), options);
    await server.resume();
    await server.query(
      "CREATE USER pagecast@'%' IDENTIFIED BY 'secret'",
      "GRANT ALL PRIVILEGES ON `pagecast%`.* TO pagecast@'%'",
    );
    return server;
  }

  get config(): Extract<DatabaseConfig, { kind: 'mysql' }> {
    return {
      kind: 'mysql',
      driver: 'mariadb',
      url: `mariadb://pagecast:secret@127.0.0.1:${this.port}/pagecast`,
    };
  }

  private get log(): string {
    return join(this.dir, 'log');
  }

  get pid(): number {
    return this.child!.pid!;
  }

  /** As the administrator of the server. @returns what the last one answered. */
  async query(...statements: string[]): Promise<any> {
    const connection = await createConnection({ host: '127.0.0.1', port: this.port, user: 'root' });
    try {
      let answer: unknown;
      for (const sql of statements) [answer] = await connection.query(sql);
      return answer;
    } finally {
      await connection.end();
    }
  }

  /** As if its machine went. */
  async kill(): Promise<void> {
    if (!this.child || this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await gone;
  }

  /** Starts it on what it has kept. */
  async resume(): Promise<void> {
    const given = [...placesIn(this.dir), `--socket=${join(this.dir, 'socket')}`, `--port=${this.port}`];
    const lean = [
      '--bind-address=127.0.0.1',
      '--innodb-buffer-pool-size=16M',
      FAST,
      '--user',
      userInfo().username,
    ];
    const args = ['--no-defaults', ...given, ...lean, ...this.options];
    const log = await open(this.log, 'a');
    const child = spawn('mariadbd', args, {
      stdio: ['ignore', 'ignore', log.fd],
      // As on many servers, its local time has an hour twice in autumn.
      env: { ...process.env, TZ: 'Europe/Berlin' },
    });
    this.child = child;
    await log.close();
    const isGone = () => child.exitCode !== null || child.signalCode !== null;
    try {
      const answer = await eventually(
        () => this.query('SELECT 1').catch(() => undefined),
        (value) => value !== undefined || isGone(),
        START_PATIENCE_MS,
      );
      if (answer === undefined) throw new Error(`ended with ${child.exitCode ?? child.signalCode}`);
    } catch (error) {
      const said = (await readFile(this.log, 'utf8')).split('\n').slice(-20).join('\n');
      throw new Error(`MariaDB did not start: ${(error as Error).message}\n${said}`, { cause: error });
    }
  }

  async end(): Promise<void> {
    await this.kill();
    await rm(this.dir, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** A server that starts deletes the temporary tables of others in the same folder, also those in use. */
const placesIn = (dir: string) => [`--datadir=${join(dir, 'data')}`, `--tmpdir=${join(dir, 'tmp')}`];

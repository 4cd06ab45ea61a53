import { AsyncLocalStorage } from 'node:async_hooks';
import { DataSource, type Logger } from 'typeorm';
import { Clock } from '../../../backend/common/time/clock';
import { Database, type Statement } from '../../../backend/database/database';
import { FORMATS } from '../../../backend/publishing/formats/formats';
import { useApp } from '../../support/app';
import type { Client } from '../../support/client';
import { addAccount } from '../../support/more-accounts';

const FEW = 3;
const MANY = 30;
/** With the session, the rate limit and the subscription of the caller. */
const MOST_STATEMENTS = 8;
/** Posts that wait for their turn tell when it comes. */
const MOST_WITH_PLACES = MOST_STATEMENTS + 4;
/** The calendar reads the queues of all accounts together. */
const MOST_OF_CALENDAR = 20;

const WHOLE = ['/api/captions', '/api/categories', '/api/shared-videos'];

const LISTS: [string, string, number][] = [
  ['/api/videos', 'range=[0,99]', MOST_WITH_PLACES],
  ['/api/videos', 'page=1&per_page=100', MOST_WITH_PLACES],
  ['/api/posts', 'range=[0,999]', MOST_WITH_PLACES],
  ['/api/instagram/videos', 'range=[0,99]', MOST_WITH_PLACES],
  ['/api/photos', 'range=[0,99]', MOST_WITH_PLACES],
  ...WHOLE.flatMap((path): [string, string, number][] => [
    [path, '', MOST_STATEMENTS],
    [path, 'range=[0,99]', MOST_STATEMENTS],
  ]),
  ['/api/admin/users', 'range=[0,99]', MOST_STATEMENTS],
  ['/api/admin/plans', 'range=[0,99]', MOST_STATEMENTS],
  ['/api/admin/subscriptions', 'range=[0,99]', MOST_STATEMENTS],
  ['/api/admin/publications', 'range=[0,99]', MOST_STATEMENTS],
  ['/api/calendar', 'from=2040-01-01&to=2040-12-31', MOST_OF_CALENDAR],
];

const keyOf = (path: string, query: string) => `${path}?${query}`;

describe('a list call', () => {
  const app = useApp({ env: { ROLE: 'api' } });
  let admin: Client;
  let reader: Client;
  let made = 0;
  /** What is done for a request knows it; what the product does by itself meanwhile does not. */
  const request = new AsyncLocalStorage<true>();

  beforeAll(async () => {
    const server = app.running.nest.getHttpServer();
    const emit = server.emit.bind(server);
    server.emit = (name: string, ...args: unknown[]) =>
      name === 'request' ? request.run(true, () => emit(name, ...args)) : emit(name, ...args);
    // After a minute a session is noted as seen again.
    const now = Date.now();
    app.running.nest.get(Clock).now = () => now;
    admin = await app.users.admin();
    // Who may see every list: an administrator with a subscription.
    reader = admin;
    await app.users.grant(reader, 2);
  });

  /** Fills every list up to `count` rows of each kind, each on an account of its own. */
  async function grow(count: number): Promise<void> {
    const db = app.running.nest.get(Database);
    const now = Date.now();
    const { id: userId } = (await reader.get('/api/user')).body;
    for (; made < count; made++) {
      const category = await db.insert('categories', {
        name: `Category ${made}`,
        description: null,
        is_active: 1,
        created_at: now,
      });
      const media = { poster_key: null, size_bytes: 10, width: 540, height: 960, duration_ms: 3000 };
      const shared = await db.insert('shared_videos', {
        ...media,
        title: `Shared ${made}`,
        description: null,
        category_id: category,
        file_key: `${made}`.padStart(40, 'a') + '.mp4',
        created_at: now,
      });
      for (const { network, name, list } of FORMATS) {
        const account = await addAccount(app.running.nest, userId, {
          network,
          id: `${name} ${list.kind} ${made}`,
          paused_reason: 'Nothing goes out here.',
        });
        const common = {
          ...media,
          user_id: userId,
          account_id: account,
          kind: list.kind,
          network,
          format: name,
          title: `Post ${made}`,
          status: 'pending' as const,
          shared_video_id: shared,
          created_at: now,
        };
        await db.insert('posts', { ...common, file_key: `w${account}`.padStart(40, 'b') + '.mp4' });
        const post = await db.insert('posts', {
          ...common,
          scheduled_for: Date.UTC(2040, 1, 1) + made * 60_000,
          due_at: Date.UTC(2040, 1, 1) + made * 60_000,
          file_key: `${list.kind[0]}${made}`.padStart(40, 'b') + '.mp4',
        });
        await db.insert('publish_steps', {
          post_id: post,
          fence: 0,
          step: 'start',
          outcome: 'done',
          started_at: now,
          finished_at: now,
        });
      }
      await reader.post('/api/captions', { content: `Caption ${made}` });
      const plan = await app.users.plan();
      await app.users.grant(await newcomer(), plan);
    }
  }

  /** Made by hand: registrations from one address are limited. */
  async function newcomer(): Promise<Client> {
    const id = await app.running.nest.get(Database).insert('users', {
      name: `Somebody ${made}`,
      email: `somebody-${made}@example.com`,
      password_hash: 'none',
      created_at: Date.now(),
    });
    return { user: { id } } as unknown as Client;
  }

  async function statementsOf(path: string, query: string): Promise<{ statements: string[]; rows: number }> {
    const db = app.running.nest.get(Database);
    const statements: string[] = [];
    // Lists of ids make texts of many lengths.
    const note = (sql: string) => {
      if (!request.getStore()) return;
      statements.push(
        sql
          .replace(/\s+/g, ' ')
          .replace(/\?(, \?)+/g, '?')
          .slice(0, 200),
      );
    };
    // Through TypeORM go the few that do not go through `Database`.
    const source = app.running.nest.get(DataSource);
    const { logger } = source;
    source.logger = new Proxy({} as Logger, {
      get: (_, name) => (name === 'logQuery' ? note : () => undefined),
    });
    const inner = db as unknown as Record<'read' | 'write', (statement: Statement) => Promise<unknown>>;
    const spies = (['read', 'write'] as const).map((name) => {
      const call = inner[name].bind(db);
      return jest.spyOn(inner, name).mockImplementation((statement) => {
        note(statement.sql);
        return call(statement);
      });
    });
    try {
      const { status, body } = await reader.get(keyOf(path, query));
      expect(status).toBe(200);
      return { statements, rows: (body.data ?? body.items ?? body).length };
    } finally {
      source.logger = logger;
      for (const spy of spies) spy.mockRestore();
    }
  }

  const few = new Map<string, string[]>();

  it('is counted with few rows', async () => {
    await grow(FEW);
    for (const [path, query] of LISTS) {
      const { statements, rows } = await statementsOf(path, query);
      expect(rows).toBeGreaterThanOrEqual(FEW);
      few.set(keyOf(path, query), statements);
    }
    await grow(MANY);
  });

  it.each(LISTS)(
    '%s?%s: as many statements with thirty rows as with three, and few',
    async (path, query, most) => {
      const before = few.get(keyOf(path, query)) ?? [];
      const { statements, rows } = await statementsOf(path, query);
      expect(rows).toBeGreaterThanOrEqual(MANY);
      expect({ count: statements.length, statements }).toEqual({ count: before.length, statements: before });
      expect({ few: statements.length <= most, count: statements.length, statements }).toMatchObject({
        few: true,
      });
      expect(statements.length).toBeGreaterThan(0);
    },
  );
});

import { Logger } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { DataSource } from 'typeorm';
import { Clock } from '../../backend/common/time/clock';
import { Counts } from '../../backend/common/metrics/counts';
import type { Config } from '../../backend/config/config';
import { SecretCipher } from '../../backend/config/secret-cipher';
import type { Database } from '../../backend/database/database';
import { DatabaseAway } from '../../backend/database/database-errors';
import type { Query } from '../../backend/database/tables';
import type { Mail, Mailer } from '../../backend/ports/mail/mailer';
import { Outbox } from '../../backend/ports/mail/outbox';
import { eventually } from '../support/client';
import { eachDatabase, openDatabase } from '../support/databases';
import { ScriptedMailer, type Answer } from '../support/scripted-mailer';

const MAIL: Mail = { to: 'ada@example.com', subject: 'A link', text: '#token=secret', html: '#token=secret' };
const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;
const GRACE_MS = 5 * SECOND_MS;

class HandClock extends Clock {
  ms = Date.now();
  override now(): number {
    return this.ms;
  }
}

const away: Answer = {
  fails: Object.assign(new Error('connect ECONNREFUSED while sending #token=secret to ada@example.com'), {
    code: 'ESOCKET',
    command: 'CONN',
  }),
};

eachDatabase((_name, makeConfig) => {
  let dataSource: DataSource;
  let db: Database;
  let clock: HandClock;
  const errors: unknown[][] = [];
  let open: Outbox[] = [];

  beforeAll(async () => {
    ({ dataSource, db } = await openDatabase(await makeConfig()));
  });
  afterAll(() => dataSource.destroy());
  beforeEach(() => {
    clock = new HandClock();
    errors.length = 0;
    jest.spyOn(Logger.prototype, 'error').mockImplementation((...args: unknown[]) => void errors.push(args));
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map(end));
    await db.run('DELETE FROM mails');
    jest.restoreAllMocks();
  });

  const outboxWith = (mailer: Mailer, key = Buffer.alloc(32, 7)): Outbox => {
    const cipher = new SecretCipher({ jwt: '', encryption: [key] });
    const config = { shutdownGraceMs: GRACE_MS } as Config;
    const outbox = new Outbox(mailer, db, cipher, clock, new SchedulerRegistry(), new Counts(), config);
    outbox.onApplicationBootstrap();
    open.push(outbox);
    return outbox;
  };
  const post = async (outbox: Outbox, mail = MAIL, options?: { usefulMs: number }) => {
    await db.atomically([outbox.keeping(mail, options)]);
    outbox.wake();
  };
  const end = async (outbox: Outbox) => {
    open = open.filter((each) => each !== outbox);
    outbox.onModuleDestroy();
    await outbox.beforeApplicationShutdown();
  };
  const rows = () =>
    db.rows<{ tries: number; due_at: number; sealed: string }>('SELECT tries, due_at, sealed FROM mails');
  const empty = () => eventually(rows, (kept) => kept.length === 0);
  /** Tried so often, and waiting for the next try. */
  const isWaiting = ({ tries, due_at }: { tries: number; due_at: number }, times: number) =>
    tries === times && due_at !== clock.ms + 60_000;
  const waiting = (tries: number) => eventually(rows, ([row]) => row !== undefined && isWaiting(row, tries));

  /** Lets time pass from try to try, until it was taken or given up. */
  async function passTime(outbox: Outbox, mailer: ScriptedMailer): Promise<void> {
    for (;;) {
      // The row counts a try before the mailer has it.
      const [row] = await eventually(
        rows,
        ([kept]) => kept === undefined || isWaiting(kept, mailer.tries.length),
      );
      if (!row) return;
      const tries = mailer.tries.length;
      clock.ms = row.due_at;
      outbox.wake();
      await eventually(
        () => Promise.resolve(mailer.tries.length),
        (now) => now > tries,
      );
    }
  }

  it('keeps a mail unreadable until it is taken over, and then no longer', async () => {
    let goOn: () => void = () => undefined;
    const mailer = new ScriptedMailer(clock, [new Promise((resolve) => (goOn = resolve))]);
    await post(outboxWith(mailer));
    const [row] = await eventually(rows, ([kept]) => kept?.tries === 1);
    // Words that are in no base64 by chance, and not in clear in what it stands for.
    const bytes = Buffer.from(row!.sealed.split('.').at(-1)!, 'base64url').toString('latin1');
    for (const word of ['ada@example.com', 'A link', '#token=secret'])
      expect([row!.sealed.includes(word), bytes.includes(word)]).toEqual([false, false]);
    goOn();
    await empty();
    expect([mailer.tries.length, errors]).toEqual([1, []]);
  });

  it('is kept only if what it tells of is', async () => {
    const mailer = new ScriptedMailer(clock);
    const outbox = outboxWith(mailer);
    const nothing = { sql: 'UPDATE users SET name = name WHERE id = -1', params: [], required: true };
    expect(await db.atomically([outbox.keeping(MAIL), nothing])).toBeNull();
    expect(await rows()).toEqual([]);
    await db.atomically([outbox.keeping(MAIL)]);
    outbox.wake();
    await empty();
    expect(mailer.tries).toHaveLength(1);
  });

  it('tries a server that is away again after growing pauses, and gives up after a day', async () => {
    const begin = clock.ms;
    const mailer = new ScriptedMailer(
      clock,
      Array.from({ length: 99 }, () => away),
    );
    const outbox = outboxWith(mailer);
    await post(outbox);
    await eventually(rows, ([row]) => row?.tries === 1);
    await passTime(outbox, mailer);
    const tries = mailer.tries.map(({ at }) => (at - begin) / SECOND_MS);
    expect(tries.slice(0, 4)).toEqual([0, 2, 32, 332]);
    const pauses = tries.slice(1).map((at, n) => at - tries[n]!);
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    expect(tries.at(-1)).toBeLessThan(DAY_MS / SECOND_MS);
    expect(tries.at(-1)).toBeGreaterThan(DAY_MS / SECOND_MS / 2);
    expect(errors).toEqual([[expect.objectContaining({ code: 'ESOCKET' }), 'a mail could not be sent']]);
    expect(JSON.stringify(errors)).not.toMatch(/ada@|secret/);
  });

  it('does not send what is of no use any more', async () => {
    const mailer = new ScriptedMailer(clock, [away]);
    const outbox = outboxWith(mailer);
    await post(outbox, MAIL, { usefulMs: HOUR_MS });
    await waiting(1);
    clock.ms += HOUR_MS;
    outbox.wake();
    await empty();
    expect(mailer.tries).toHaveLength(1);
    expect(errors).toEqual([[{ code: 'TOO_LATE' }, 'a mail could not be sent']]);
  });

  it('keeps no mail waiting that was kept while the clock was days ahead', async () => {
    const mailer = new ScriptedMailer(clock);
    const outbox = outboxWith(mailer);
    clock.ms += 3 * DAY_MS;
    await db.atomically([outbox.keeping(MAIL)]);
    clock.ms -= 3 * DAY_MS;
    outbox.wake();
    await empty();
    expect([mailer.tries.length, errors]).toEqual([1, []]);
  });

  it('gives up at once for a mailbox that does not exist', async () => {
    const refusal = Object.assign(new Error('550'), { responseCode: 550, permanent: true });
    const mailer = new ScriptedMailer(clock, [{ fails: refusal }]);
    await post(outboxWith(mailer));
    await empty();
    expect([mailer.tries.length, errors.length]).toEqual([1, 1]);
  });

  it('lives through something that is no error', async () => {
    const mailer = new ScriptedMailer(clock, [{ fails: undefined }]);
    await post(outboxWith(mailer));
    await waiting(1);
    expect(errors).toEqual([]);
  });

  it('drops what another key has sealed only when it is of no use any more, because a process may have it', async () => {
    await db.atomically([outboxWith(new ScriptedMailer(clock), Buffer.alloc(32, 1)).keeping(MAIL)]);
    await end(open[0]!);
    const mailer = new ScriptedMailer(clock);
    const outbox = outboxWith(mailer);
    outbox.wake();
    await eventually(rows, ([row]) => row?.tries === 0 && row.due_at === clock.ms + 180_000);
    expect(errors.splice(0)).toEqual([[expect.stringMatching(/key that this process does not have/)]]);
    clock.ms += DAY_MS;
    outbox.wake();
    await empty();
    expect(mailer.tries).toEqual([]);
    expect(errors).toEqual([[{ code: 'ANOTHER_ENCRYPTION_KEY' }, 'a mail could not be sent']]);
  });

  it('sends each once, whichever of two processes comes first', async () => {
    const mailers = [new ScriptedMailer(clock), new ScriptedMailer(clock)];
    const outboxes = mailers.map((mailer) => outboxWith(mailer));
    const subjects = Array.from({ length: 40 }, (_each, n) => `Mail ${n}`);
    await Promise.all(
      subjects.map(async (subject, n) => {
        await post(outboxes[n % 2]!, { ...MAIL, subject });
        outboxes[(n + 1) % 2]!.wake();
      }),
    );
    await empty();
    const sent = mailers.flatMap(({ tries }) => tries.map(({ subject }) => subject));
    expect(sent.sort()).toEqual(subjects.sort());
  });

  it('leaves a mail to who has it, and takes it over when its process died', async () => {
    const dead = new ScriptedMailer(clock, [new Promise(() => undefined)]);
    await post(outboxWith(dead));
    await eventually(rows, ([kept]) => kept?.tries === 1);
    const mailer = new ScriptedMailer(clock);
    const outbox = outboxWith(mailer);
    clock.ms += 59 * SECOND_MS;
    outbox.wake();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(mailer.tries).toEqual([]);
    clock.ms += SECOND_MS;
    outbox.wake();
    await empty();
    expect(mailer.tries).toHaveLength(1);
  });

  it('ends with the process: what waits is left to the next one', async () => {
    const mailer = new ScriptedMailer(clock, [away]);
    const outbox = outboxWith(mailer);
    await post(outbox);
    await waiting(1);
    await end(outbox);
    clock.ms += HOUR_MS;
    outbox.wake();
    const next = new ScriptedMailer(clock);
    outboxWith(next);
    await empty();
    expect([mailer.tries.length, next.tries.length]).toEqual([1, 1]);
  });

  it('does not keep the process from ending while a server hangs', async () => {
    const outbox = outboxWith(new ScriptedMailer(clock, [new Promise(() => undefined)]));
    await post(outbox);
    await eventually(rows, ([kept]) => kept?.tries === 1);
    const begin = Date.now();
    await end(outbox);
    expect(Date.now() - begin).toBeLessThan(GRACE_MS + 2 * SECOND_MS);
    expect(await rows()).toHaveLength(1);
  });

  it('waits at the end for a server that is slow', async () => {
    const slow = new Promise<void>((resolve) => setTimeout(resolve, 3.5 * SECOND_MS));
    const outbox = outboxWith(new ScriptedMailer(clock, [slow]));
    await post(outbox);
    await eventually(rows, ([kept]) => kept?.tries === 1);
    await end(outbox);
    expect(await rows()).toEqual([]);
  });

  it('notes a mail as sent once the database is back, and does not send it again', async () => {
    const run = db.run.bind(db) as (query: Query) => Promise<number>;
    let failures = 0;
    jest.spyOn(db, 'run').mockImplementation((query) => {
      const isAway = failures < 3 && /^delete from .mails/.test((query as unknown as Query).compile().sql);
      if (!isAway) return run(query as unknown as Query);
      failures++;
      return Promise.reject(new DatabaseAway());
    });
    const mailer = new ScriptedMailer(clock);
    const outbox = outboxWith(mailer);
    await post(outbox);
    await eventually(
      () => Promise.resolve(failures),
      (count) => count > 0,
    );
    clock.ms += 2 * 60 * SECOND_MS;
    outbox.wake();
    await empty();
    expect([failures, mailer.tries.length, errors]).toEqual([3, 1, []]);
  });
});

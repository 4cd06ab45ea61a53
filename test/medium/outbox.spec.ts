import { Logger } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { DataSource } from 'typeorm';
import { Clock } from '../../backend/common/clock';
import { Counts } from '../../backend/common/metrics/counts';
import { SecretCipher } from '../../backend/config/secret-cipher';
import type { Database } from '../../backend/database/database';
import { Mailer, type Mail } from '../../backend/ports/mail/mailer';
import { Outbox } from '../../backend/ports/mail/outbox';
import { eventually } from '../support/client';
import { eachDatabase, openDatabase } from '../support/databases';

const MAIL: Mail = { to: 'ada@example.com', subject: 'A link', text: '#token=secret', html: '#token=secret' };
const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;

class HandClock extends Clock {
  ms = Date.now();
  override now(): number {
    return this.ms;
  }
}

type Answer = 'taken' | Promise<void> | { fails: unknown };

/** Answers as it was told, one answer a try; then it takes everything. */
class ScriptedMailer extends Mailer {
  readonly tries: { at: number; subject: string }[] = [];

  constructor(
    private readonly clock: Clock,
    private readonly answers: Answer[] = [],
  ) {
    super();
  }

  override async send({ subject }: Mail): Promise<void> {
    this.tries.push({ at: this.clock.now(), subject });
    const answer = this.answers.shift() ?? 'taken';
    if (answer === 'taken') return;
    if ('fails' in answer) throw answer.fails;
    await answer;
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
  const open: Outbox[] = [];

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
    for (const outbox of open.splice(0)) await outbox.beforeApplicationShutdown();
    await db.run('DELETE FROM mails');
    jest.restoreAllMocks();
  });

  const outboxWith = (mailer: Mailer, key = Buffer.alloc(32, 7)): Outbox => {
    const cipher = new SecretCipher({ jwt: '', encryption: [key] });
    const outbox = new Outbox(mailer, db, cipher, clock, new SchedulerRegistry(), new Counts());
    outbox.onApplicationBootstrap();
    open.push(outbox);
    return outbox;
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
    await outboxWith(mailer).post(MAIL);
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
    await outbox.post(MAIL);
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
    await outbox.post(MAIL, { usefulMs: HOUR_MS });
    await waiting(1);
    clock.ms += HOUR_MS;
    outbox.wake();
    await empty();
    expect(mailer.tries).toHaveLength(1);
    expect(errors).toEqual([[{ code: 'TOO_LATE' }, 'a mail could not be sent']]);
  });

  it('gives up at once for a mailbox that does not exist', async () => {
    const refusal = Object.assign(new Error('550'), { responseCode: 550, permanent: true });
    const mailer = new ScriptedMailer(clock, [{ fails: refusal }]);
    await outboxWith(mailer).post(MAIL);
    await empty();
    expect([mailer.tries.length, errors.length]).toEqual([1, 1]);
  });

  it('lives through something that is no error', async () => {
    const mailer = new ScriptedMailer(clock, [{ fails: undefined }]);
    await outboxWith(mailer).post(MAIL);
    await waiting(1);
    expect(errors).toEqual([]);
  });

  it('drops what was sealed with another key, with a line in the log', async () => {
    await db.atomically([outboxWith(new ScriptedMailer(clock), Buffer.alloc(32, 1)).keeping(MAIL)]);
    const mailer = new ScriptedMailer(clock);
    outboxWith(mailer).wake();
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
        await outboxes[n % 2]!.post({ ...MAIL, subject });
        outboxes[(n + 1) % 2]!.wake();
      }),
    );
    await empty();
    const sent = mailers.flatMap(({ tries }) => tries.map(({ subject }) => subject));
    expect(sent.sort()).toEqual(subjects.sort());
  });

  it('leaves a mail to who has it, and takes it over when its process died', async () => {
    const dead = new ScriptedMailer(clock, [new Promise(() => undefined)]);
    await outboxWith(dead).post(MAIL);
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
    await outbox.post(MAIL);
    await waiting(1);
    await outbox.beforeApplicationShutdown();
    clock.ms += HOUR_MS;
    outbox.wake();
    const next = new ScriptedMailer(clock);
    outboxWith(next);
    await empty();
    expect([mailer.tries.length, next.tries.length]).toEqual([1, 1]);
  });

  it('does not keep the process from ending while a server hangs', async () => {
    const outbox = outboxWith(new ScriptedMailer(clock, [new Promise(() => undefined)]));
    await outbox.post(MAIL);
    await eventually(rows, ([kept]) => kept?.tries === 1);
    const begin = Date.now();
    await outbox.beforeApplicationShutdown();
    expect(Date.now() - begin).toBeLessThan(5_000);
    expect(await rows()).toHaveLength(1);
  });
});

import { Logger } from '@nestjs/common';
import { Mailer, type Mail } from './mailer';
import { Outbox } from './outbox';

const MAIL: Mail = { to: 'ada@example.com', subject: 'A link', text: '#token=secret', html: '#token=secret' };

/** Answers as it was told, one answer a try; then it takes everything. */
class ScriptedMailer extends Mailer {
  readonly tries: number[] = [];

  constructor(private readonly failures: unknown[]) {
    super();
  }

  override send(): Promise<void> {
    this.tries.push(Date.now());
    return Promise.resolve().then(() => {
      if (this.failures.length) throw this.failures.shift();
    });
  }
}

const away = () =>
  Object.assign(new Error('connect ECONNREFUSED while sending #token=secret to ada@example.com'), {
    code: 'ESOCKET',
    command: 'CONN',
  });

describe('the outbox', () => {
  const errors: unknown[][] = [];
  beforeEach(() => {
    jest.useFakeTimers();
    errors.length = 0;
    jest.spyOn(Logger.prototype, 'error').mockImplementation((...args: unknown[]) => void errors.push(args));
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  const post = (failures: unknown[]) => {
    const mailer = new ScriptedMailer(failures);
    const outbox = new Outbox(mailer);
    outbox.post(MAIL);
    return { mailer, outbox };
  };

  it('tries a mail server that is away again after 2 s, 30 s and 5 min, until it takes the mail', async () => {
    const start = Date.now();
    const { mailer } = post([away(), away(), away()]);
    await jest.advanceTimersByTimeAsync(3_600_000);
    expect(mailer.tries.map((at) => at - start)).toEqual([0, 2_000, 32_000, 332_000]);
    expect(errors).toEqual([]);
  });

  it('gives up then, and logs neither the address nor the link', async () => {
    const { mailer } = post(Array.from({ length: 9 }, away));
    await jest.advanceTimersByTimeAsync(3_600_000);
    expect(mailer.tries).toHaveLength(4);
    expect(errors).toEqual([[expect.objectContaining({ code: 'ESOCKET' }), 'a mail could not be sent']]);
    expect(JSON.stringify(errors)).not.toMatch(/ada@|secret/);
  });

  it.each([
    [
      'a mailbox that does not exist',
      Object.assign(new Error('550'), { responseCode: 550, permanent: true }),
    ],
    ['something that is no error', undefined],
  ])('lives through %s', async (_name, failure) => {
    const { mailer } = post([failure]);
    await jest.advanceTimersByTimeAsync(3_600_000);
    expect(mailer.tries).toHaveLength(failure ? 1 : 2);
  });

  it('ends with the process, without waiting for a further try', async () => {
    const { mailer, outbox } = post([away(), away()]);
    await jest.advanceTimersByTimeAsync(0);
    await outbox.onApplicationShutdown();
    expect(jest.getTimerCount()).toBe(0);
    await jest.advanceTimersByTimeAsync(3_600_000);
    expect(mailer.tries).toHaveLength(1);
    expect(errors).toHaveLength(1);
  });

  it('does not keep the process from ending while a server hangs', async () => {
    const outbox = new Outbox({ send: () => new Promise<void>(() => undefined) });
    outbox.post(MAIL);
    const ended = outbox.onApplicationShutdown().then(() => Date.now());
    const start = Date.now();
    await jest.advanceTimersByTimeAsync(60_000);
    expect((await ended) - start).toBe(3_000);
  });
});

import { setTimeout as pause } from 'node:timers/promises';
import { NetworkCut } from '../support/network-cut';
import { MAIN, Product, type ProductOptions } from '../support/process';
import { clockOf } from './plan';

const START_AGAIN_MS = 500;

/** A publisher process, its clock, and its way to the database. */
interface Member {
  link: NetworkCut;
  clockAheadMs: number;
  product?: Product;
  /** Whether a fault has stopped or frozen it. */
  isDown: boolean;
}

interface FleetOptions {
  fake: ProductOptions['fake'];
  dir: string;
  /** `mariadb://…`, reached by each process through a link of its own. */
  databaseUrl: string;
  env: Record<string, string>;
}

/** Publisher processes on one database. */
export class Fleet {
  private readonly members: Member[] = [];
  private isEnding = false;

  constructor(
    private readonly options: FleetOptions,
    private readonly size: number,
  ) {}

  /** Starts processes until there are so many. */
  async growTo(count: number): Promise<void> {
    while (this.members.length < count) {
      const link = await NetworkCut.to(this.options.databaseUrl.replace(/^\w+:/, 'http:'));
      const member = { link, clockAheadMs: clockOf(this.members.length, this.size), isDown: true };
      this.members.push(member);
      await this.run(member);
    }
  }

  /** Kills or stops the process, and starts it again after a while. @returns false when it is down already. */
  async interrupt(number: number, signal: 'SIGKILL' | 'SIGTERM', afterMs: number): Promise<boolean> {
    const member = this.take(number);
    if (!member?.product) return false;
    member.product.signal(signal);
    await member.product.exit();
    member.product = undefined;
    await pause(afterMs);
    await this.run(member);
    return true;
  }

  /** @returns false when it is down already. */
  async freeze(number: number, lastsMs: number): Promise<boolean> {
    const member = this.take(number);
    if (!member) return false;
    member.product?.signal('SIGSTOP');
    await pause(lastsMs);
    member.product?.signal('SIGCONT');
    member.isDown = false;
    return true;
  }

  async cutDatabase(number: number, lastsMs: number): Promise<boolean> {
    const link = this.members[number]?.link;
    link?.cut();
    await pause(lastsMs);
    link?.mend();
    return true;
  }

  silenceDatabase(number: number): Promise<boolean> {
    this.members[number]?.link.silence();
    return Promise.resolve(true);
  }

  /** The last lines of the logs, for a report. */
  lastLogs(lines: number): string[] {
    return this.members.flatMap(({ product }, n) =>
      (product?.logs ?? []).slice(-lines).map((line) => `${n}: ${JSON.stringify(line)}`),
    );
  }

  async end(): Promise<void> {
    this.isEnding = true;
    await Promise.all(this.members.map(async ({ product }) => product?.kill()));
    for (const { link } of this.members) link.end();
  }

  private take(number: number): Member | undefined {
    const member = this.members[number];
    if (!member || member.isDown) return undefined;
    member.isDown = true;
    return member;
  }

  /** Until it runs: a start that meets a fault ends in words, and whatever started it starts it again. */
  private async run(member: Member): Promise<void> {
    const { fake, dir, databaseUrl, env } = this.options;
    const { host } = new URL(member.link.url);
    const DATABASE_URL = databaseUrl.replace(/127\.0\.0\.1:\d+/, host);
    while (!this.isEnding) {
      const given = { ROLE: 'publisher', LOG_LEVEL: 'info', ...env, DATABASE_URL };
      const options = { fake, dir, env: given, clockAheadMs: member.clockAheadMs };
      member.product = await Product.start(MAIN, options).catch(() => undefined);
      if (member.product) break;
      await pause(START_AGAIN_MS);
    }
    member.isDown = false;
  }
}

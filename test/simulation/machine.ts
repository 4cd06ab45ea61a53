import type { Runnable, Scheduler } from './scheduler';

export type Resource = 'database' | 'storage' | 'network';

/** Where somebody is told what happens in a run. */
export type Tell = (what: string) => void;

/** After so long without an answer a connection to the database is thrown away. */
const DATABASE_ANSWERS_MS = 8_000;

const RESOURCES: readonly Resource[] = ['database', 'storage', 'network'];

const AWAY: Record<Resource, string> = {
  database: 'ECONNREFUSED',
  storage: 'EIO',
  network: 'ENETUNREACH',
};

/** One process of the product: its clock, what it reaches, and whether it runs at all. */
export class Machine implements Runnable {
  alive = true;
  frozenUntil = 0;
  skewMs: number;
  private readonly cut: Record<Resource, number> = { database: 0, storage: 0, network: 0 };
  private readonly silent: Record<Resource, number> = { database: 0, storage: 0, network: 0 };
  private fuse: { steps: number; burn: () => void } | undefined;

  constructor(
    readonly name: string,
    private readonly scheduler: Scheduler,
    skewMs: number,
  ) {
    this.skewMs = skewMs;
  }

  stepped(): void {
    if (this.fuse === undefined || --this.fuse.steps > 0) return;
    const { burn } = this.fuse;
    this.fuse = undefined;
    burn();
  }

  /** Something happens to it after so many of its steps: that is at any of its awaits. */
  inSteps(steps: number, burn: () => void): void {
    this.fuse = { steps, burn };
  }

  kill(): void {
    this.alive = false;
  }

  freeze(ms: number): void {
    this.frozenUntil = Math.max(this.frozenUntil, this.scheduler.now + ms);
  }

  cutOff(resource: Resource, ms: number): void {
    this.cut[resource] = Math.max(this.cut[resource], this.scheduler.now + ms);
  }

  /** What is asked from now on gets no answer: nobody says that it is away. */
  silence(resource: Resource, ms: number): void {
    this.silent[resource] = Math.max(this.silent[resource], this.scheduler.now + ms);
  }

  heal(): void {
    this.fuse = undefined;
    for (const each of RESOURCES) this.cut[each] = this.silent[each] = 0;
    this.frozenUntil = Math.min(this.frozenUntil, this.scheduler.now);
  }

  /** Something is broken about it. */
  isDisturbed(): boolean {
    const { now } = this.scheduler;
    return (
      this.alive &&
      (this.frozenUntil > now || RESOURCES.some((each) => this.cut[each] > now || this.silent[each] > now))
    );
  }

  isSilent(resource: Resource): boolean {
    return this.silent[resource] > this.scheduler.now;
  }

  isCutOff(resource: Resource): boolean {
    return this.cut[resource] > this.scheduler.now;
  }

  /**
   * One wait of this process: the work takes effect at once or when the answer comes, as chance has it, and the process
   * goes on with what came of it; never, if it has died meanwhile. Cut off while it waits, it learns of an error and not
   * of what took effect.
   */
  wait<T>(resource: Resource, work: () => Promise<T>): Promise<T> {
    if (this.isSilent(resource)) return this.waitInSilence(resource, work);
    return new Promise((resolve, reject) => {
      const isAway = this.isCutOff(resource);
      const early = !isAway && this.scheduler.draw(this.name) < 0.5 ? settled(work) : undefined;
      const end = () => {
        if (isAway || this.isCutOff(resource)) {
          reject(away(resource));
          return;
        }
        (early ?? settled(work)).then(resolve, reject);
      };
      this.scheduler.after(this.latency(resource, isAway), end, this);
    });
  }

  /** Nothing but time. */
  after<T>(ms: number, value: () => T): Promise<T> {
    return new Promise((resolve) => void this.scheduler.after(ms, () => resolve(value()), this));
  }

  /** A disk answers in the end; what the database was asked took place or not, and nobody hears of it. */
  private waitInSilence<T>(resource: Resource, work: () => Promise<T>): Promise<T> {
    if (resource === 'storage') {
      const end = this.silent.storage - this.scheduler.now + 1;
      return new Promise((resolve) => void this.scheduler.after(end, () => resolve(work()), this));
    }
    if (this.scheduler.draw(this.name) < 0.5) void settled(work);
    return new Promise((_, reject) => {
      this.scheduler.after(DATABASE_ANSWERS_MS, () => reject(away(resource)), this);
    });
  }

  private latency(resource: Resource, isAway: boolean): number {
    const chance = this.scheduler.draw(this.name);
    if (isAway) return chance < 0.7 ? chance * 10 : chance * 10_000;
    const usual = resource === 'database' ? 3 : 10;
    return chance < 0.97 ? chance * usual : (chance - 0.97) * 20_000;
  }
}

/** What it throws is a rejection, and nobody has to be there for it yet. */
function settled<T>(work: () => Promise<T>): Promise<T> {
  const result = new Promise<T>((resolve) => {
    resolve(work());
  });
  result.catch(() => undefined);
  return result;
}

class Away extends Error {
  constructor(readonly resource: Resource) {
    super(`${resource} is away`);
  }

  get code(): string {
    return AWAY[this.resource];
  }
}

const away = (resource: Resource): Error => new Away(resource);

export const isCut = (error: unknown): boolean => error instanceof Away;

import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { SqlValue } from '../../backend/database/database';
import { DatabaseTime } from '../../backend/database/database-time';
import type { MetaNetworks } from '../../backend/ports/networks/meta/meta-networks';
import type { RemoteSession } from '../../backend/ports/networks/network';
import type { Mail } from '../../backend/ports/mail/mailer';
import { invariants } from './checks/invariants';
import { publications } from './checks/publications';
import { ends, IN_DOUBT, isAtRest, orphans } from './checks/ends';
import type { Container } from './container';
import type { Tables } from './database';
import { takeOver } from './globals';
import { Knowledge } from './knowledge';
import { Machine } from './machine';
import { Meta } from './meta';
import { pageSpec, tokenOf } from './pages';
import type { Fault, Plan, Step } from './plan';
import { Quiet } from './quiet';
import { Scheduler } from './scheduler';
import { makeAll, ROOTS, servicesOf, type Replacements } from './services';
import { Disk } from './storage';
import { Users, type Desk } from './users';
import { Weather } from './weather';
import { Wire } from './wire';

const BEGINNING = Date.UTC(2026, 2, 2, 8);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Minutes; what users begin with. */
const FREQUENCY = 10;

/** After the last fault everything comes to rest, or something is wrong. */
const LOOK_EVERY_MS = 10 * MINUTE;
const LONGEST_UNREST_MS = 30 * HOUR;

/** A start fails without a database, and is tried again. */
const START_AGAIN_MS = 5_000;

/** Orphans are old enough to be swept then, and somebody has swept. */
const SWEPT_MS = 3.5 * HOUR;

export interface Outcome {
  seed: number;
  /** What must never happen, and did: `rule: what`. */
  violations: string[];
  /** The same for two runs of one plan. */
  hash: string;
  steps: number;
  published: number;
  virtualH: number;
  history: string[];
}

export interface RunOptions {
  replacements?: Replacements;
  /** Brings back a fault of the part that is not injected. */
  alterNetworks?: (networks: MetaNetworks) => void;
  /** Keeps the history in words. */
  verbose?: boolean;
  /** Before it is judged: shows that those who judge would see it. */
  tamper?: (simulation: Simulation) => void;
}

/** A row of the post as it was when the intent to publish it was committed. */
export interface Intent {
  at: number;
  accountId: string;
  post: IntentRow;
}

export interface IntentRow {
  id: number;
  user_id: number;
  kind: string;
  network: string;
  title: string;
  description: string | null;
  shared_video_id: number | null;
  created_at: number;
}

/** One process that comes back under the same name. */
interface Slot {
  name: string;
  role: Plan['machines'][number];
  skewMs: number;
  machine: Machine;
  services: Container;
  /** It has started: requests are answered. */
  isUp: boolean;
  /** It has been told to stop. */
  isStopping: boolean;
}

/** Everything of one run. */
export class Simulation {
  readonly scheduler: Scheduler;
  readonly knowledge = new Knowledge();
  readonly disk = new Disk();
  readonly meta: Meta;
  readonly intents = new Map<string, Intent>();
  readonly violations = new Set<string>();
  readonly users: Users;
  readonly start = BEGINNING;
  private readonly weather = new Weather();
  private readonly mails: Mail[] = [];
  private readonly history: string[] = [];
  private readonly quiet: Quiet;
  private slots: Slot[] = [];

  constructor(
    readonly plan: Plan,
    readonly tables: Tables,
    private readonly options: RunOptions,
  ) {
    this.scheduler = new Scheduler(plan.seed, BEGINNING);
    this.meta = new Meta({
      version: 'v26.0',
      processingMs: plan.processingMs,
      readyBeforeFinish: plan.readyBeforeFinish,
      windowBytes: [700, 300, 1100],
      now: () => Math.floor(this.scheduler.now),
    });
    this.users = new Users(plan.seed, this.scheduler, this.knowledge, () => this.desk(), this.tell, {
      wouldRetry: (postId) => this.wouldRetry(postId),
    });
    this.quiet = new Quiet(
      this.scheduler,
      tables,
      plan,
      () => this.slots.map(({ machine }) => machine),
      () => this.users.unanswered().length > 0,
    );
  }

  /** Where and when, in words; for those who read it. */
  readonly tell = (what: string): void => {
    if (!this.options.verbose) return;
    const at = ((this.scheduler.now - BEGINNING) / 1000).toFixed(3).padStart(10);
    this.history.push(`${at} s  ${what}`);
  };

  /** Must be called where no promise waits to go on: it drives them itself. */
  run(): Outcome {
    const giveBack = takeOver(this.scheduler);
    try {
      this.prepare();
      for (const step of this.plan.steps) this.perform(step);
      this.endFaults();
      this.comeToRest();
      this.options.tamper?.(this);
      this.judge();
    } catch (error) {
      this.report(`broken: ${(error as Error).stack ?? String(error)}`);
    } finally {
      for (const { machine } of this.slots) machine.kill();
      giveBack();
    }
    this.scheduler.note(
      this.meta.publications.map(({ remoteId, at }) => `${remoteId} ${at.getTime()}`).join(),
    );
    return {
      seed: this.plan.seed,
      violations: [...this.violations],
      hash: `${this.scheduler.hash.toString(16)}-${this.scheduler.steps}`,
      steps: this.scheduler.steps,
      published: this.meta.publications.length,
      virtualH: (this.scheduler.now - BEGINNING) / HOUR,
      history: this.history,
    };
  }

  report(violation: string): void {
    if (this.violations.has(violation)) return;
    this.violations.add(violation);
    this.tell(`!!! ${violation}`);
  }

  private prepare(): void {
    const { plan, tables, meta } = this;
    tables.empty();
    for (let page = 0; page < plan.pages; page++) meta.accounts.add(pageSpec(page));
    const insert = (sql: string, ...params: SqlValue[]) =>
      tables.all<{ id: number }>(`${sql} RETURNING id`, ...params)[0];
    insert(
      `INSERT INTO plans (name, description, price_minor, duration_days, max_storage_bytes, max_pending_submissions, created_at)
       VALUES ('Plan', '', 100, 30, 60000, 20, 0)`,
    );
    insert(
      "INSERT INTO users (name, email, password_hash, is_admin, created_at) VALUES ('Admin', 'admin@example.com', '', 1, 0)",
    );
    for (let user = 0; user < plan.users; user++) {
      const made = insert(
        `INSERT INTO users (name, email, password_hash, can_use_shared_videos, created_at)
         VALUES (?, ?, '', 1, 0)`,
        `User ${user}`,
        `user${user}@example.com`,
      );
      insert(
        `INSERT INTO account_settings (user_id, upload_frequency, photo_upload_frequency)
         VALUES (?, ${FREQUENCY}, ${FREQUENCY})`,
        made?.id ?? 0,
      );
      this.knowledge.people.push({
        user,
        userId: made?.id ?? 0,
        accounts: [],
        deletions: [],
        captions: [],
        frequency: this.shortestFrequency(user),
      });
    }
    this.slots = plan.machines.map((role, n) => this.boot(`${role} ${n}`, role, plan.skewsMs[n] ?? 0));
  }

  /** In minutes: before that nothing goes out by itself. */
  private shortestFrequency(user: number): number {
    const chosen = this.plan.steps.flatMap((step) =>
      step.do === 'frequency' && step.user === user ? step.minutes : [],
    );
    return Math.min(FREQUENCY, ...chosen);
  }

  private boot(name: string, role: Slot['role'], skewMs: number): Slot {
    const { scheduler, meta, weather, tables, disk, plan, mails } = this;
    const machine = new Machine(name, scheduler, skewMs);
    const wire = new Wire(scheduler, meta, weather, machine, this.tell, this.quiet.disturb);
    const services = servicesOf({
      plan,
      role,
      machine,
      scheduler,
      tables,
      disk,
      wire,
      mails,
      watch: (params) => this.watch(params),
      disturb: this.quiet.disturb,
      ...(this.options.replacements && { replacements: this.options.replacements }),
      ...(this.options.alterNetworks && { alterNetworks: this.options.alterNetworks }),
    });
    const slot: Slot = { name, role, skewMs, machine, services, isUp: false, isStopping: false };
    scheduler.enter(machine, () => {
      makeAll(services);
      services
        .get(DatabaseTime)
        .onModuleInit()
        .then(
          () => {
            for (const root of ROOTS) (services.get(root) as OnApplicationBootstrap).onApplicationBootstrap();
            slot.isUp = true;
          },
          () => this.kill(slot, START_AGAIN_MS),
        );
    });
    return slot;
  }

  /** Intents to publish, as they are committed. */
  private watch(params: SqlValue[]): void {
    for (const param of params) {
      if (typeof param !== 'string' || !param.startsWith('{"protocol"')) continue;
      const { remoteId, intentAt, accountId = '' } = JSON.parse(param) as RemoteSession;
      if (intentAt === undefined || this.intents.has(remoteId)) continue;
      const [post] = this.tables.all<IntentRow>('SELECT * FROM posts WHERE remote_session = ?', param);
      if (!post) continue;
      this.intents.set(remoteId, { at: this.scheduler.now, accountId, post });
      this.tell(
        `${this.scheduler.current?.name ?? ''} means to publish post ${post.id} as ${remoteId} on ${accountId}`,
      );
    }
  }

  /** Who is told to look at their page first does so. */
  private wouldRetry(postId: number): boolean {
    const [row] = this.tables.all<{ upload_error: string | null }>(
      'SELECT upload_error FROM posts WHERE id = ?',
      postId,
    );
    if (!IN_DOUBT.test(row?.upload_error ?? '')) return true;
    return !this.meta.publications.some(({ remoteId }) => this.intents.get(remoteId)?.post.id === postId);
  }

  private desk(): Desk | undefined {
    return this.slots.find(({ role, machine, isUp }) => role !== 'publisher' && machine.alive && isUp);
  }

  private perform(step: Step): void {
    this.quiet.pass(BEGINNING + step.at);
    this.quiet.disturb();
    invariants(this);
    if (isFault(step)) this.break(step);
    else this.users.do(step);
  }

  private break(fault: Step & Fault): void {
    const { scheduler, weather, meta } = this;
    const slot = 'machine' in fault ? this.slots[fault.machine % this.slots.length] : undefined;
    const machine = slot?.machine.alive ? slot.machine : undefined;
    this.tell(`#${fault.id} ${JSON.stringify({ ...fault, id: undefined, at: undefined })}`);
    switch (fault.do) {
      case 'network':
        weather.begin(fault);
        scheduler.after(fault.forMs, () => weather.end(fault));
        return;
      case 'kill':
        return machine?.inSteps(fault.steps, () => this.kill(slot as Slot, fault.forMs));
      case 'stop': {
        if (machine) this.stop(slot as Slot, fault.forMs);
        return;
      }
      case 'freeze':
        return machine?.inSteps(fault.steps, () => machine.freeze(fault.forMs));
      case 'cut off':
        return machine?.inSteps(fault.steps, () => machine.cutOff(fault.from, fault.forMs));
      case 'silence':
        return machine?.inSteps(fault.steps, () => machine.silence(fault.of, fault.forMs));
      case 'set clock':
        if (!slot || !machine) return;
        slot.skewMs = machine.skewMs = slot.skewMs + fault.byMs;
        return;
      case 'revoke':
        meta.accounts.revoke(tokenOf(fault.page), 460, 'The session has been invalidated.');
        scheduler.after(fault.forMs, () => meta.accounts.restore(tokenOf(fault.page)));
        return;
      case 'break file': {
        const { postId = 0 } = this.knowledge.items.get(fault.item) ?? {};
        const [row] = this.tables.all<{ file_key: string | null }>(
          'SELECT file_key FROM posts WHERE id = ?',
          postId,
        );
        if (row?.file_key) this.disk.broken.add(row.file_key);
      }
    }
  }

  private kill(slot: Slot, downMs: number): void {
    const { machine } = slot;
    if (!machine.alive) return;
    machine.kill();
    this.users.lose(machine);
    this.tell(`${slot.name} is killed`);
    this.scheduler.after(downMs, () => this.bringBack(slot), undefined);
  }

  /** As a signal does: it has its grace, and is gone. */
  private stop(slot: Slot, downMs: number): void {
    const { machine, services } = slot;
    const gone = () => this.kill(slot, downMs);
    if (slot.isStopping) return;
    slot.isStopping = true;
    if (!slot.isUp) {
      gone();
      return;
    }
    this.scheduler.enter(machine, () => {
      const roots = ROOTS.map((root) => services.get(root) as BeforeApplicationShutdown);
      void Promise.all(roots.map((root): unknown => root.beforeApplicationShutdown())).then(gone, gone);
    });
    this.scheduler.after(30_000, gone, undefined);
  }

  private bringBack(slot: Slot): void {
    const n = this.slots.indexOf(slot);
    if (n < 0 || slot.machine.alive) return;
    this.slots[n] = this.boot(slot.name, slot.role, slot.skewMs);
  }

  private endFaults(): void {
    this.quiet.pass(this.scheduler.now + LOOK_EVERY_MS);
    this.weather.clear();
    for (let page = 0; page < this.plan.pages; page++) this.meta.accounts.restore(tokenOf(page));
    for (const slot of this.slots) {
      slot.machine.heal();
      this.bringBack(slot);
    }
    this.tell('--- nothing breaks any more');
  }

  private comeToRest(): void {
    this.wait();
    if (orphans(this).length > 0) {
      this.quiet.pass(this.scheduler.now + SWEPT_MS);
      // The library may have had its turn meanwhile.
      this.wait();
    }
    this.tell('--- at rest');
  }

  private wait(): void {
    const end = this.scheduler.now + LONGEST_UNREST_MS;
    do this.quiet.pass(this.scheduler.now + LOOK_EVERY_MS);
    while (!isAtRest(this) && this.scheduler.now < end);
    invariants(this);
  }

  private judge(): void {
    invariants(this);
    publications(this);
    ends(this);
    for (const complaint of this.meta.complaints) this.report(`wire: ${complaint}`);
  }
}

const FAULTS: readonly Step['do'][] = [
  'network',
  'kill',
  'stop',
  'freeze',
  'cut off',
  'silence',
  'set clock',
  'revoke',
  'break file',
];

const isFault = (step: Step): step is Step & Fault => FAULTS.includes(step.do);

import type { MetaNetworks } from '../../backend/ports/networks/meta/meta-networks';
import type { Mail } from '../../backend/ports/mail/mailer';
import { insertUsers } from './beginning';
import { invariants } from './checks/invariants';
import { comments, endsOfComments } from './checks/comments';
import { publications } from './checks/publications';
import { NOT_CONFIRMED } from '../../backend/ports/networks/network';
import { ends, IN_DOUBT, isAtRest, onRemovedAccounts, orphans } from './checks/ends';
import type { Container } from './container';
import type { Tables } from './database';
import { takeOver } from './globals';
import { FinishedUploads } from './finished-uploads';
import { Intents } from './intents';
import { Knowledge } from './knowledge';
import type { Machine } from './machine';
import { Meta } from './meta';
import { pageSpec, tokenOf } from './pages';
import type { Fault, Plan, Step } from './plan';
import { Processes, type Slot } from './processes';
import { Quiet } from './quiet';
import { Scheduler } from './scheduler';
import { servicesOf, type Replacements } from './services';
import { Disk } from './storage';
import { Requests } from './requests';
import { seenIn } from './seen';
import { Users } from './users';
import { Weather } from './weather';
import { Wire } from './wire';

const BEGINNING = Date.UTC(2026, 2, 2, 8);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** After the last fault everything comes to rest, or something is wrong. */
const LOOK_EVERY_MS = 10 * MINUTE;
const LONGEST_UNREST_MS = 30 * HOUR;

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

/** Everything of one run. */
export class Simulation {
  readonly scheduler: Scheduler;
  readonly knowledge = new Knowledge();
  readonly disk = new Disk();
  readonly meta: Meta;
  readonly intents: Intents;
  readonly violations = new Set<string>();
  readonly requests: Requests;
  private readonly users: Users;
  readonly start = BEGINNING;
  private readonly weather = new Weather();
  private readonly mails: Mail[] = [];
  private readonly history: string[] = [];
  private readonly quiet: Quiet;
  private readonly processes: Processes;

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
    this.requests = new Requests(this.scheduler, () => this.processes.serving(), this.tell);
    const uploads = new FinishedUploads(plan.seed, this.scheduler, tables, this.disk);
    this.users = new Users(plan.seed, this.scheduler, this.knowledge, this.requests, uploads, {
      wouldRetry: (postId, plain) => this.wouldRetry(postId, plain),
      ...seenIn(tables),
    });
    this.quiet = new Quiet(
      this.scheduler,
      tables,
      plan,
      () => this.processes.machines,
      () => this.requests.unanswered().length > 0,
    );
    this.intents = new Intents(tables, this.scheduler, this.tell);
    this.processes = new Processes({
      scheduler: this.scheduler,
      tell: this.tell,
      services: (machine, role) => this.servicesOn(machine, role),
      onKill: (machine) => this.requests.lose(machine),
    });
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
      for (const machine of this.processes.machines) machine.kill();
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
    insertUsers(plan, tables, this.knowledge);
    this.processes.startAll(plan.machines, plan.skewsMs);
  }

  private servicesOn(machine: Machine, role: Plan['machines'][number]): Container {
    const { scheduler, meta, weather, tables, disk, plan, mails } = this;
    const wire = new Wire(scheduler, meta, weather, machine, this.tell, this.quiet.disturb);
    return servicesOf({
      plan,
      role,
      machine,
      scheduler,
      tables,
      disk,
      wire,
      mails,
      watch: (params) => this.intents.watch(params),
      disturb: this.quiet.disturb,
      ...(this.options.replacements && { replacements: this.options.replacements }),
      ...(this.options.alterNetworks && { alterNetworks: this.options.alterNetworks }),
    });
  }

  /**
   * Who is told to look at their page first does so. A plain retry of what could not be confirmed looks by itself.
   * @param plain a retry that changes nothing
   */
  private wouldRetry(postId: number, plain: boolean): boolean {
    const [row] = this.tables.all<{ upload_error: string | null }>(
      'SELECT upload_error FROM posts WHERE id = ?',
      postId,
    );
    const error = row?.upload_error ?? '';
    if (!IN_DOUBT.test(error) || (plain && error === NOT_CONFIRMED)) return true;
    const { publications } = this.meta;
    return !publications.some((each) => this.intents.of(each, publications)?.post.id === postId);
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
    const slot = 'machine' in fault ? this.processes.at(fault.machine) : undefined;
    const machine = slot?.machine.alive ? slot.machine : undefined;
    this.tell(`#${fault.id} ${JSON.stringify({ ...fault, id: undefined, at: undefined })}`);
    switch (fault.do) {
      case 'network':
        weather.begin(fault);
        scheduler.after(fault.forMs, () => weather.end(fault));
        return;
      case 'kill':
        return machine?.inSteps(fault.steps, () => this.processes.kill(slot as Slot, fault.forMs));
      case 'stop': {
        if (machine) this.processes.stop(slot as Slot, fault.forMs);
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

  private endFaults(): void {
    this.quiet.pass(this.scheduler.now + LOOK_EVERY_MS);
    this.weather.clear();
    for (let page = 0; page < this.plan.pages; page++) this.meta.accounts.restore(tokenOf(page));
    this.processes.restoreAll();
    this.tell('--- nothing breaks any more');
  }

  private comeToRest(): void {
    this.wait();
    // Both are left to housekeeping when a process breaks off.
    if (orphans(this).length > 0 || onRemovedAccounts(this) > 0) {
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
    comments(this);
    ends(this);
    endsOfComments(this);
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

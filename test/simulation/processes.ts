import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { DatabaseTime } from '../../backend/database/database-time';
import type { Container } from './container';
import { Machine } from './machine';
import type { Plan } from './plan';
import type { Scheduler } from './scheduler';
import { makeAll, ROOTS } from './services';
import type { ServingProcess } from './requests';

/** A start fails without a database, and is tried again. */
const START_AGAIN_MS = 5_000;

const GRACE_MS = 30_000;

type Role = Plan['machines'][number];

/** One process that comes back under the same name. */
export interface Slot {
  name: string;
  role: Role;
  skewMs: number;
  machine: Machine;
  services: Container;
  /** It has started: requests are answered. */
  isUp: boolean;
  /** It has been told to stop. */
  isStopping: boolean;
}

interface Options {
  scheduler: Scheduler;
  tell: (what: string) => void;
  /** The services of a process, not started yet. */
  services: (machine: Machine, role: Role) => Container;
  onKill: (machine: Machine) => void;
}

/** The processes of a run: started, stopped, killed and brought back under the same name. */
export class Processes {
  private slots: Slot[] = [];

  constructor(private readonly options: Options) {}

  get machines(): Machine[] {
    return this.slots.map(({ machine }) => machine);
  }

  startAll(roles: readonly Role[], skewsMs: readonly number[]): void {
    this.slots = roles.map((role, n) => this.boot(`${role} ${n}`, role, skewsMs[n] ?? 0));
  }

  /** The slot that a fault means by this number. */
  at(n: number): Slot | undefined {
    return this.slots[n % this.slots.length];
  }

  /** One that answers users, if there is one. */
  serving(): ServingProcess | undefined {
    return this.slots.find(({ role, machine, isUp }) => role !== 'publisher' && machine.alive && isUp);
  }

  /** Heals all machines and starts what is down. */
  restoreAll(): void {
    for (const slot of this.slots) {
      slot.machine.heal();
      this.bringBack(slot);
    }
  }

  kill(slot: Slot, downMs: number): void {
    const { machine } = slot;
    if (!machine.alive) return;
    machine.kill();
    this.options.onKill(machine);
    this.options.tell(`${slot.name} is killed`);
    this.options.scheduler.after(downMs, () => this.bringBack(slot), undefined);
  }

  /** As a signal does: it has its grace, and is gone. */
  stop(slot: Slot, downMs: number): void {
    const { machine, services } = slot;
    const gone = () => this.kill(slot, downMs);
    if (slot.isStopping) return;
    slot.isStopping = true;
    if (!slot.isUp) {
      gone();
      return;
    }
    this.options.scheduler.enter(machine, () => {
      const roots = ROOTS.map((root) => services.get(root) as BeforeApplicationShutdown);
      void Promise.all(roots.map((root): unknown => root.beforeApplicationShutdown())).then(gone, gone);
    });
    this.options.scheduler.after(GRACE_MS, gone, undefined);
  }

  private bringBack(slot: Slot): void {
    const n = this.slots.indexOf(slot);
    if (n < 0 || slot.machine.alive) return;
    this.slots[n] = this.boot(slot.name, slot.role, slot.skewMs);
  }

  private boot(name: string, role: Slot['role'], skewMs: number): Slot {
    const { scheduler } = this.options;
    const machine = new Machine(name, scheduler, skewMs);
    const services = this.options.services(machine, role);
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
}

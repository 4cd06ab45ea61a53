import { DomainError } from '../../backend/common/errors/errors';
import type { Container } from './container';
import type { Asked } from './knowledge';
import type { Machine, Tell } from './machine';
import type { Step } from './plan';
import type { Scheduler } from './scheduler';

/** Notes what was asked for where the checker looks it up, and returns the note. */
export type Change = (asked: Asked<null>) => Asked<unknown>;

/** The process that answers requests. */
export interface ServingProcess {
  machine: Machine;
  services: Container;
}

/** Sends the users' requests to the process that serves, and keeps what became of each. */
export class Requests {
  private readonly open = new Map<Machine, Set<Asked<unknown>>>();

  constructor(
    private readonly scheduler: Scheduler,
    private readonly serving: () => ServingProcess | undefined,
    private readonly tell: Tell,
  ) {}

  /** Marks the requests under way at a process that was killed: no answer will come. */
  lose(machine: Machine): void {
    for (const asked of this.open.get(machine) ?? []) {
      asked.result = 'unknown';
      asked.endedAt = this.scheduler.now;
    }
    this.open.delete(machine);
  }

  /** Requests that nobody has answered. */
  unanswered(): Asked<unknown>[] {
    return [...this.open.values()].flatMap((each) => [...each]);
  }

  send(step: Step, changes: Change[], call: (at: Container) => Promise<unknown>): void {
    const all = changes.map((note) => note(this.asked(step, null)));
    this.settle(all.length ? all : [this.asked(step, null)], step, call);
  }

  asked<T>(step: Step, value: T): Asked<T> {
    return { by: step.id, value, sentAt: this.scheduler.now, endedAt: Infinity, result: 'open' };
  }

  settle(all: Asked<unknown>[], step: Step, call: (at: Container) => Promise<unknown>): void {
    const serving = this.serving();
    const end = (result: Asked<unknown>['result'], why = '') => {
      for (const asked of all) {
        if (asked.result !== 'open') return;
        Object.assign(asked, { result, endedAt: this.scheduler.now });
        if (serving) this.open.get(serving.machine)?.delete(asked);
      }
      this.scheduler.note('answer', step.id, result);
      this.tell(`#${step.id} ${step.do}: ${result}${why && `, ${why}`}`);
    };
    if (!serving) {
      end('refused', 'nobody listens');
      return;
    }
    const { machine, services } = serving;
    const open = this.open.get(machine) ?? new Set();
    for (const asked of all) this.open.set(machine, open.add(asked));
    this.scheduler.enter(machine, () => {
      call(services).then(
        () => end('granted'),
        (error: unknown) => {
          end(isRefusal(error) ? 'refused' : 'unknown', (error as Error).message);
        },
      );
    });
  }
}

export const isRefusal = (error: unknown): boolean => error instanceof DomainError && error.statusCode < 500;

/** Adds what is asked for to a list of the checker's. */
export function noted<T>(list: Asked<T>[], value: T): Change {
  return (asked) => {
    const entry = { ...asked, value };
    list.push(entry);
    return entry;
  };
}

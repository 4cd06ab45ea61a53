import { Tables } from './database';
import { draw, type PlanOptions } from './draw-plan';
import type { Plan } from './plan';
import { shrink } from './shrink';
import { Simulation, type Outcome, type RunOptions } from './simulation';

/** Runs plans one after the other on one database. */
export class Runner {
  private constructor(
    private readonly tables: Tables,
    private readonly options: RunOptions & PlanOptions,
  ) {}

  static async open(options: RunOptions & PlanOptions = {}): Promise<Runner> {
    return new Runner(await Tables.open(), options);
  }

  close(): Promise<void> {
    return this.tables.close();
  }

  plan(seed: number): Plan {
    return draw(seed, this.options);
  }

  run(seed: number): Promise<Outcome> {
    return this.runPlan(this.plan(seed));
  }

  runPlan(plan: Plan, options: RunOptions = {}): Promise<Outcome> {
    return onItsOwn(() => this.play(plan, options));
  }

  /** What is left of a failing plan when everything is left out that it can fail without, and how that run went. */
  async shrink(plan: Plan, rules: readonly string[]): Promise<{ plan: Plan; outcome: Outcome }> {
    const fails = (some: Plan) => this.play(some, {}).violations.some((each) => rules.includes(ruleOf(each)));
    const shortest = await onItsOwn(() => shrink(plan, fails));
    return { plan: shortest, outcome: await this.runPlan(shortest, { verbose: true }) };
  }

  private play(plan: Plan, options: RunOptions): Outcome {
    return new Simulation(plan, this.tables, { ...this.options, ...options }).run();
  }
}

export const ruleOf = (violation: string): string => violation.split(':')[0] ?? violation;

/** A run drives the promises by itself, so nothing of this process may be in the middle of one. */
async function onItsOwn<T>(work: () => T): Promise<T> {
  const result = await new Promise<{ value: T } | { error: unknown }>((resolve) => {
    setImmediate(() => {
      try {
        resolve({ value: work() });
      } catch (error) {
        resolve({ error });
      }
    });
  });
  if ('error' in result) throw result.error;
  return result.value;
}

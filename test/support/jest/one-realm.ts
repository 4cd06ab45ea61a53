import type { JestEnvironment, JestEnvironmentConfig } from '@jest/environment';
import { LegacyFakeTimers, ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

interface TimerRef {
  id: number;
  ref(): TimerRef;
  unref(): TimerRef;
}

const timerConfig = {
  idToRef: (id: number): TimerRef => {
    const timer = { id, ref: () => timer, unref: () => timer };
    return timer;
  },
  refToId: (timer: TimerRef) => timer.id,
};

/** Of TypeORM and class-validator: they hold the classes of the product, which a worker loads once. */
const REGISTERS = new Set(['typeormMetadataArgsStorage', 'classValidatorMetadataStorage']);

/**
 * Symbols under which Jest keeps a file's tests and its listeners on the global object. Left there, they would hold every
 * earlier file in memory, and its listeners would be told of later tests.
 */
const OF_JEST = ['EVENT_HANDLERS', 'JEST_STATE_SYMBOL'];

const timersNow = () => {
  const { Date, setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate } =
    globalThis;
  return { Date, setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate };
};

/**
 * Runs the tests in the worker's own realm instead of one for each file, so that files can share packages. What a file
 * changes in the process is put back at its end.
 */
export default class OneRealm implements JestEnvironment<TimerRef> {
  readonly global = globalThis as unknown as JestEnvironment['global'];
  readonly moduleMocker = new ModuleMocker(globalThis);
  fakeTimers: LegacyFakeTimers<TimerRef> | null;
  fakeTimersModern: ModernFakeTimers | null;

  private readonly names = new Set(Object.getOwnPropertyNames(globalThis));
  private readonly console = globalThis.console;
  private readonly processEnv = process.env;
  private readonly env = { ...process.env };
  private readonly exit = process.exit;
  private readonly timers = timersNow();

  constructor({ projectConfig: config }: JestEnvironmentConfig) {
    const { moduleMocker } = this;
    this.fakeTimers = new LegacyFakeTimers({ config, global: globalThis, moduleMocker, timerConfig });
    this.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
  }

  /** The realm is there. */
  setup(): Promise<void> {
    return Promise.resolve();
  }

  teardown(): Promise<void> {
    this.fakeTimers?.dispose();
    this.fakeTimersModern?.dispose();
    this.fakeTimers = this.fakeTimersModern = null;
    // A spy on a timer that was fake at that time puts the fake one back, whose time stands still.
    Object.assign(globalThis, this.timers);
    for (const name of Object.getOwnPropertyNames(globalThis))
      if (!this.names.has(name) && !REGISTERS.has(name)) Reflect.deleteProperty(globalThis, name);
    for (const symbol of Object.getOwnPropertySymbols(globalThis))
      if (OF_JEST.includes(symbol.description ?? '')) Reflect.deleteProperty(globalThis, symbol);
    // Another object in its place would pass nothing on to the process: no later file could set its time zone.
    process.env = this.processEnv;
    for (const name of Object.keys(process.env))
      if (!(name in this.env)) Reflect.deleteProperty(process.env, name);
    Object.assign(process.env, this.env);
    process.exit = this.exit;
    globalThis.console = this.console;
    return Promise.resolve();
  }

  exportConditions(): string[] {
    return ['node', 'node-addons'];
  }

  /** None: code is compiled in the worker's realm. */
  getVmContext(): null {
    return null;
  }
}

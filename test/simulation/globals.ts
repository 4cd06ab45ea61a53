import { Logger } from '@nestjs/common';
import type { Scheduler, Waiting } from './scheduler';

// What the product logs of faults that were ordered is of no interest.
Logger.overrideLogger(false);

/* eslint-disable @typescript-eslint/no-require-imports */
const crypto = require('node:crypto') as Record<string, unknown>;
const files = require('node:fs/promises') as Record<string, unknown>;
const promised = require('node:timers/promises') as Record<string, unknown>;
/* eslint-enable @typescript-eslint/no-require-imports */

type Callback = (...args: unknown[]) => void;

/** Everything that code can ask for besides its own memory. @returns what puts the real ones back. */
export function takeOver(scheduler: Scheduler): () => void {
  const undo: (() => void)[] = [];
  const replace = (owner: object, name: string, value: unknown) => {
    const real = Object.getOwnPropertyDescriptor(owner, name);
    Object.defineProperty(owner, name, { value, configurable: true, writable: true });
    undo.push(() => {
      if (real) Object.defineProperty(owner, name, real);
      else Reflect.deleteProperty(owner, name);
    });
  };
  for (const [name, value] of Object.entries(timers(scheduler))) replace(globalThis, name, value);
  replace(promised, 'setImmediate', () => new Promise<void>((resolve) => scheduler.after(0, resolve)));
  replace(
    promised,
    'setTimeout',
    (ms: number) => new Promise<void>((resolve) => scheduler.after(Math.max(1, ms), resolve)),
  );
  replace(globalThis, 'Date', dateOf(scheduler));
  replace(performance, 'now', () => scheduler.now);
  replace(Math, 'random', () => scheduler.draw());
  const randomBytes = (length: number) =>
    Buffer.from(Array.from({ length }, () => Math.floor(scheduler.draw() * 256)));
  replace(crypto, 'randomBytes', randomBytes);
  replace(crypto, 'randomUUID', () => randomBytes(16).toString('hex'));
  for (const [name, value] of Object.entries(noFiles)) replace(files, name, value);
  return () => {
    for (const restore of undo.reverse()) restore();
  };
}

/** The folder for uploads on their way is empty: what comes in is kept by the simulated disk. */
const noFiles = {
  unlink: () => Promise.resolve(),
  readdir: () => Promise.resolve([]),
  stat: () => Promise.reject(Object.assign(new Error('no such file'), { code: 'ENOENT' })),
};

class Timer {
  constructor(readonly waiting: { current: Waiting }) {}
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
  hasRef(): boolean {
    return true;
  }
}

function timers(scheduler: Scheduler) {
  // A busy machine rings late.
  const lateness = () => (scheduler.draw() < 0.03 ? scheduler.draw() * 300 : scheduler.draw() * 2);
  const clear = (timer: unknown) => {
    if (timer instanceof Timer) timer.waiting.current.cancelled = true;
  };
  const after = (ms: number, run: () => void) =>
    Object.assign(scheduler.after(Math.max(1, ms) + lateness(), run), { isTimer: true });
  const timeout = (run: Callback, ms = 1, ...args: unknown[]) =>
    new Timer({ current: after(ms, () => run(...args)) });
  return {
    setTimeout: timeout,
    setInterval: (run: Callback, ms = 1, ...args: unknown[]) => {
      const place = {} as { current: Waiting };
      const ring = () => {
        place.current = after(ms, ring);
        run(...args);
      };
      place.current = after(ms, ring);
      return new Timer(place);
    },
    setImmediate: (run: Callback, ...args: unknown[]) =>
      new Timer({ current: scheduler.after(0, () => run(...args)) }),
    clearTimeout: clear,
    clearInterval: clear,
    clearImmediate: clear,
  };
}

function dateOf(scheduler: Scheduler): DateConstructor {
  const Real = Date;
  return new Proxy(Real, {
    construct: (_, args: unknown[]) =>
      (args.length ? Reflect.construct(Real, args) : new Real(scheduler.localNow())) as Date,
    get: (_, name) => (name === 'now' ? () => scheduler.localNow() : Reflect.get(Real, name)),
  });
}

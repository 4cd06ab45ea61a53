import { mix, unit, hashOf } from './draws';

/** What waits: a timer, an answer, a machine that comes back. */
export interface Waiting {
  at: number;
  order: number;
  cancelled: boolean;
  /** Whose code it runs; nobody's: the world's. */
  of: Runnable | undefined;
  run: () => void;
  /** Of the product's own code, and no answer: what it waits for is in the rows. */
  isTimer?: boolean;
}

/** Code that runs somewhere: dead, it never goes on; frozen, it goes on later. */
export interface Runnable {
  readonly name: string;
  alive: boolean;
  frozenUntil: number;
  /** Called after each of its steps. */
  stepped(): void;
  /** What its own clock is ahead of the true one, in milliseconds. */
  skewMs: number;
}

const drainMicrotasks = (process as unknown as { _tickCallback: () => void })._tickCallback;

/** A run that makes so many steps does not end. */
const MOST_STEPS = 600_000;

/**
 * Owns time and order. One step at a time: the code of one process runs until everything in it waits; then the next
 * step is the one whose time has come. Nothing else decides what comes after what, so a seed replays exactly.
 */
export class Scheduler {
  now: number;
  steps = 0;
  current: Runnable | undefined;
  /** Of the whole history: two runs that are alike have the same one. */
  hash = 0;
  private readonly heap: Waiting[] = [];
  private sequence = 0;
  private bucket = -1;
  private readonly drawn = new Map<string, { key: number; times: number }>();

  constructor(
    readonly seed: number,
    start: number,
  ) {
    this.now = start;
  }

  /** Chance that depends on who asks and on the ten seconds it asks in, and not on what happened before. */
  draw(who = this.current?.name ?? 'world'): number {
    const bucket = Math.floor(this.now / 10_000);
    if (bucket !== this.bucket) {
      this.bucket = bucket;
      this.drawn.clear();
    }
    let stream = this.drawn.get(who);
    if (!stream) this.drawn.set(who, (stream = { key: hashOf([this.seed, who, bucket]), times: 0 }));
    return unit(mix(stream.key, stream.times++));
  }

  after(ms: number, run: () => void, of: Runnable | undefined = this.current): Waiting {
    const waiting: Waiting = {
      at: this.now + Math.max(0, ms),
      order: this.sequence++,
      cancelled: false,
      of,
      run,
    };
    push(this.heap, waiting);
    return waiting;
  }

  /** The local clock of whoever runs just now. */
  localNow(): number {
    return Math.floor(this.now + (this.current?.skewMs ?? 0));
  }

  note(...words: (string | number)[]): void {
    this.hash = mix(this.hash, hashOf(words));
  }

  /** Runs what is due up to then, and puts the clock there. */
  runUntil(end: number): void {
    for (let next = this.heap[0]; next && next.at <= end; next = this.heap[0]) {
      pop(this.heap);
      this.step(next);
    }
    this.now = Math.max(this.now, end);
  }

  /** When the next thing happens that is no timer of the product's. */
  nextEvent(): number {
    let next = Infinity;
    for (const { at, cancelled, isTimer, of } of this.heap)
      if (!isTimer && !cancelled && of?.alive !== false) next = Math.min(next, at);
    return Math.max(next, this.now);
  }

  private step(waiting: Waiting): void {
    const { of, run, cancelled } = waiting;
    if (cancelled || of?.alive === false) return;
    if (of && of.frozenUntil > waiting.at) {
      waiting.at = of.frozenUntil;
      push(this.heap, waiting);
      return;
    }
    this.now = Math.max(this.now, waiting.at);
    if (++this.steps > MOST_STEPS) throw new Error('this run does not come to an end');
    this.enter(of, run);
  }

  /** Runs code as a process's, until all of it waits. */
  enter(of: Runnable | undefined, run: () => void): void {
    this.current = of;
    this.hash = mix(mix(this.hash, Math.floor(this.now)), of ? hashOfName(of.name) : 0);
    try {
      run();
      drainMicrotasks();
    } finally {
      this.current = undefined;
    }
    of?.stepped();
  }
}

const names = new Map<string, number>();

function hashOfName(name: string): number {
  const known = names.get(name) ?? hashOf([name]);
  names.set(name, known);
  return known;
}

const before = (a: Waiting, b: Waiting) => a.at < b.at || (a.at === b.at && a.order < b.order);

function push(heap: Waiting[], waiting: Waiting): void {
  let at = heap.push(waiting) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!before(waiting, heap[parent] as Waiting)) break;
    heap[at] = heap[parent] as Waiting;
    at = parent;
  }
  heap[at] = waiting;
}

function pop(heap: Waiting[]): void {
  const last = heap.pop() as Waiting;
  if (heap.length === 0) return;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && before(heap[child + 1] as Waiting, heap[child] as Waiting)) child++;
    if (!before(heap[child] as Waiting, last)) break;
    heap[at] = heap[child] as Waiting;
    at = child;
  }
  heap[at] = last;
}

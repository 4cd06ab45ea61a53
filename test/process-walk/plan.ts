import { Draws } from '../simulation/draws';

/** What happens to one process. */
const OF_PROCESS = {
  /** It dies at once, and is started again a while later. */
  kill: 5,
  /** It is told to stop, and started again. */
  stop: 2,
  /** It stands still, at times for longer than its leases last. */
  freeze: 3,
  /** Its connections to the database are closed, and new ones refused. */
  'cut database': 3,
  /** Its connections to the database stay open and carry nothing; new ones work. */
  'silence database': 2,
};

/** What happens to all of them. */
const OF_ALL = {
  /** The server closes all connections. */
  'kill connections': 3,
  /** The folder of the media is not there for a while. */
  'storage away': 2,
};

const OF_REDIS = {
  'flush redis': 2,
  'freeze redis': 2,
  'cut redis': 2,
  'restart redis': 2,
};

type OfProcess = keyof typeof OF_PROCESS;
export type OfRedis = keyof typeof OF_REDIS;
type OfAll = keyof typeof OF_ALL | OfRedis;

export interface Fault {
  /** Milliseconds since the walk began. */
  at: number;
  kind: OfProcess | OfAll;
  /** The number of the process; undefined for what happens to all. */
  process?: number;
  /** How long it lasts. */
  lastsMs: number;
}

export interface Walk {
  seed: number;
  processes: number;
  posts: number;
  accounts: number;
  /** How long there are faults. What was begun by then ends afterwards. */
  faultsMs: number;
  hasRedis: boolean;
}

const LONGEST_FREEZE_MS = 40_000;

/** All faults of a walk, in order. The second half of the processes joins in the middle of the walk. */
export function planOf({ seed, processes, faultsMs, hasRedis }: Walk): Fault[] {
  const draws = new Draws('faults', seed);
  const weights: Partial<Record<OfProcess | OfAll, number>> = {
    ...OF_PROCESS,
    ...OF_ALL,
    ...(hasRedis && OF_REDIS),
  };
  const faults: Fault[] = [];
  for (let at = draws.between(1_000, 3_000); at < faultsMs; at += draws.between(500, 3_500)) {
    const kind = draws.pickFrom(weights as Record<OfProcess | OfAll, number>);
    const isOfProcess = Object.hasOwn(OF_PROCESS, kind);
    const running = at < faultsMs / 2 ? Math.ceil(processes / 2) : processes;
    const longest = kind === 'freeze' ? Math.min(LONGEST_FREEZE_MS, faultsMs - at) : 6_000;
    faults.push({
      at: Math.round(at),
      kind,
      process: isOfProcess ? draws.whole(0, running - 1) : undefined,
      lastsMs: Math.round(draws.between(0, longest)),
    });
  }
  return faults;
}

/** How far the clock of a process is ahead: from 90 s behind to 90 s ahead. */
export const clockOf = (process: number, processes: number): number =>
  Math.round(-90_000 + (180_000 * process) / Math.max(1, processes - 1));

import type { CapacityResult, Cost, SizedCost } from './capacity-result';

/** What people do, and what may be asked of the machines. None of it is measured; each can be given another value. */
export const PROFILE = {
  postsPerDay: { value: 3, means: 'posts per account and day, each uploaded and given a time once' },
  fileMb: { value: 20, means: 'MB of a file' },
  accountsPerPerson: { value: 2, means: 'accounts per person' },
  looksPerDay: { value: 4, means: 'times a day that a person looks' },
  pagesPerLook: { value: 8, means: 'pages of lists, or calls like them, at each look' },
  loginsPerDay: { value: 0.3, means: 'logins per person and day' },
  openMinutesPerDay: { value: 30, means: 'minutes a day that a person has it open' },
  busiestHour: { value: 0.15, means: "share of the day's work that falls in the busiest hour" },
  onTheHour: { value: 0.5, means: "share of that hour's posts that are due at the full hour" },
  lateSeconds: { value: 60, means: 'seconds after which the last of them may begin' },
  busyAtMost: {
    value: 0.6,
    means: 'share of a processor, a disk or a line that may be used over the busiest hour',
  },
  cores: { value: 2, means: 'cores of a machine' },
  memoryGb: { value: 4, means: 'GB of memory of a machine' },
  networkMbit: { value: 1000, means: 'Mbit/s of a machine, each way' },
  slots: { value: 1024, means: 'posts that one publisher has under way at a time' },
  transfers: { value: 64, means: 'of these, posts whose bytes go out at a time' },
  callMs: { value: 500, means: "milliseconds of one of Meta's calls" },
  uploadMbit: { value: 100, means: 'Mbit/s that Meta takes on one connection' },
} as const;

export type Profile = Record<keyof typeof PROFILE, number>;

export const usualProfile = (): Profile =>
  Object.fromEntries(Object.entries(PROFILE).map(([name, { value }]) => [name, value])) as Profile;

/** Machines of one size; MySQL's may be given more cores. */
export interface Park {
  machines: number;
  databaseCores?: number;
}

export const PARTS = {
  process: 'the one process',
  api: 'api processes',
  publishers: 'publishers',
  slots: 'slots of the publishers',
  database: "MySQL's processors",
  disk: "MySQL's disk",
  redis: 'Redis',
  network: 'network to Meta and the bucket',
  memory: 'memory of open streams',
  meta: "Meta's 30 reels a day on a Page",
} as const;

export type Part = keyof typeof PARTS;

export interface Carried {
  park: Park;
  /** Processes; on one machine the same process is both. */
  api: number;
  publishers: number;
  accounts: number;
  /** While the posts of the full hour go out. */
  postsPerSecond: number;
  lateSeconds: number;
  first: Part;
  /** What is the limit once the first is none, and what is carried then. */
  next: { part: Part; accounts: number };
  /** What each part would carry if it were the only limit, divided as suits it; infinite where accounts do not matter. */
  alone: Partial<Record<Part, number>>;
  /** To MySQL. */
  connections: number;
}

/** API-published reels on one Page in 24 hours: Meta's page on publishing reels. */
export const REELS_PER_DAY = 30;

/** What is used up exactly fits, whatever floating point makes of it. */
const FULL = 1 + 1e-9;

const DAY_S = 86_400;
const HOUR_S = 3600;
const BITS = 8;
const MOST_ACCOUNTS = 1e9;
/** A process of Node runs on one. */
const CORES_OF_PROCESS = 1;
/** Of the memory; the rest is the system's. */
const MEMORY_SHARE = 0.75;

interface Shape {
  api: number;
  publishers: number;
  /** Machines on which they are. */
  carriers: number;
  databaseCores: number;
}

/** How much of each part is used, as a share of what it allows. */
type Use = Partial<Record<Part, number>>;

/** @returns the most accounts that the machines carry in the busiest hour of the day, with what stops them first */
export function carried(result: CapacityResult, profile: Profile, park: Park): Carried {
  const shapes = park.machines === 1 ? [ONE] : shapesOf(park, profile.cores);
  const found = shapes.map((shape) => ({ shape, alone: aloneIn(result, profile, shape) }));
  const { shape, part: first, accounts } = best(found);
  const { part, accounts: more } = best(found, first);
  const rate = burstRate(result, profile, shape, accounts);
  return {
    park,
    api: shape.api,
    publishers: shape.publishers,
    accounts,
    postsPerSecond: rate,
    lateSeconds: (accounts * burstPerAccount(profile)) / rate,
    first,
    next: { part, accounts: more },
    alone: Object.fromEntries(
      partsOf(found[0]!.alone).map((each) => [each, Math.max(...found.map(({ alone }) => alone[each]!))]),
    ),
    connections: shape === ONE ? 0 : (shape.api + shape.publishers) * result.connections.perProcess,
  };
}

interface Division {
  shape: Shape;
  /** What each part carries in it. */
  alone: Partial<Record<Part, number>>;
}

/** Of equals the division with the fewest publishers: each looks at what every api process does. */
function best(divisions: Division[], without?: Part): { shape: Shape; part: Part; accounts: number } {
  const found = divisions.map(({ shape, alone }) => {
    const [part] = partsOf(alone)
      .filter((each) => each !== without)
      .sort((a, b) => alone[a]! - alone[b]!) as [Part];
    return { shape, part, accounts: alone[part]! };
  });
  return found.reduce((most, each) => (each.accounts > most.accounts ? each : most));
}

const partsOf = (use: Use): Part[] => Object.keys(use) as Part[];

const ONE: Shape = { api: 1, publishers: 1, carriers: 1, databaseCores: 0 };

/** MySQL and Redis share a machine until there are plenty. Each other core has a process of its own. */
function shapesOf({ machines, databaseCores }: Park, cores: number): Shape[] {
  const carriers = machines - (machines >= 8 ? 2 : 1);
  const processes = carriers * cores;
  return Array.from({ length: processes - 1 }, (_, n) => ({
    api: processes - 1 - n,
    publishers: n + 1,
    carriers,
    databaseCores: databaseCores ?? cores,
  }));
}

function aloneIn(result: CapacityResult, profile: Profile, shape: Shape): Use {
  const useOf = (accounts: number) => use(result, profile, shape, accounts);
  return Object.fromEntries(
    partsOf(useOf(1)).map((part) => [part, mostAccounts((accounts) => (useOf(accounts)[part] ?? 0) <= FULL)]),
  );
}

/** @returns the highest whole number that fits; what fits at one number fits at all below */
function mostAccounts(fits: (accounts: number) => boolean): number {
  if (fits(MOST_ACCOUNTS)) return Infinity;
  let [low, high] = [0, MOST_ACCOUNTS];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

const burstPerAccount = ({ postsPerDay, busiestHour, onTheHour }: Profile): number =>
  postsPerDay * busiestHour * onTheHour;

function use(result: CapacityResult, profile: Profile, shape: Shape, accounts: number): Use {
  const hour = busiestHour(result, profile, shape, accounts);
  const slowest = burstLimits(result, profile, shape, accounts);
  const wanted = (accounts * burstPerAccount(profile)) / profile.lateSeconds;
  const { busyAtMost, memoryGb, networkMbit } = profile;
  /** Of the whole hour, and of its first minute. */
  const worst = (part: Part, overHour: number, allowed: number) =>
    Math.max(overHour / (allowed * busyAtMost), wanted / (slowest[part] ?? Infinity));
  const line = (networkMbit / BITS) * shape.carriers;
  const common: Use = {
    slots: wanted / slowest.slots!,
    network: worst('network', hour.networkMb, line),
    memory: hour.memory / (memoryGb * 1024 ** 3 * MEMORY_SHARE * shape.carriers),
    meta: profile.postsPerDay / REELS_PER_DAY,
  };
  if (shape === ONE)
    return { process: worst('process', hour.api + hour.publishers, CORES_OF_PROCESS), ...common };
  return {
    api: hour.api / (shape.api * CORES_OF_PROCESS * busyAtMost),
    publishers: worst('publishers', hour.publishers, shape.publishers * CORES_OF_PROCESS),
    database: worst('database', hour.database, shape.databaseCores),
    disk: worst('disk', hour.syncs, 1000 / result.syncMs),
    redis: worst('redis', hour.redis, 1),
    ...common,
  };
}

interface Hour {
  /** CPU seconds a second. */
  api: number;
  publishers: number;
  database: number;
  redis: number;
  /** Of MySQL's disk, a second. */
  syncs: number;
  /** A second, each way, over all machines. */
  networkMb: number;
  /** Bytes, over all machines. */
  memory: number;
}

/** What is used each second of the busiest hour, its posts spread evenly, or left out. */
function busiestHour(
  result: CapacityResult,
  profile: Profile,
  shape: Shape,
  accounts: number,
  published = true,
): Hour {
  const costs = shape === ONE ? result.one : result.many;
  const share = profile.busiestHour / HOUR_S;
  const people = accounts / profile.accountsPerPerson;
  const posts = accounts * profile.postsPerDay * share;
  const streams = (people * profile.openMinutesPerDay * share * HOUR_S) / (HOUR_S / 60);
  const served: [number, Cost][] = [
    [posts, sized(costs.upload, profile.fileMb)],
    [posts, costs.change],
    [people * profile.looksPerDay * profile.pagesPerLook * share, costs.list],
    [people * profile.loginsPerDay * share, costs.login],
    [streams / 60, costs.stream],
    [shape.api / 60, costs.idle],
  ];
  const publishing: [number, Cost][] = [
    [published ? posts : 0, sized(costs.publish, profile.fileMb)],
    [posts * shape.publishers, costs.look],
    [shape === ONE ? 0 : shape.publishers / 60, result.publisherIdle],
  ];
  const all = [...served, ...publishing];
  const sum = (of: [number, Cost][], key: keyof Cost) =>
    of.reduce((total, [rate, cost]) => total + rate * cost[key], 0);
  const encrypted = posts * profile.fileMb * result.encryptPerMb;
  const processes = shape.api + (shape === ONE ? 0 : shape.publishers);
  return {
    // To and from the bucket; people reach a proxy, which encrypts.
    api: sum(served, 'product') + (shape === ONE ? 0 : encrypted),
    publishers: sum(publishing, 'product') + encrypted * (shape === ONE ? 1 : 2),
    database: sum(all, 'database'),
    redis: sum(all, 'redis'),
    syncs: sum(all, 'syncs'),
    // An upload comes in once and goes on to the bucket; a post comes from the bucket and goes on to Meta.
    networkMb: posts * profile.fileMb * (shape === ONE ? 1 : 2),
    memory: streams * costs.memory.stream + processes * costs.memory.publishing,
  };
}

/** Posts a second that each part allows at the full hour, beside what else is done in that hour. */
function burstLimits(result: CapacityResult, profile: Profile, shape: Shape, accounts: number): Use {
  const costs = shape === ONE ? result.one : result.many;
  const cost = sized(costs.publish, profile.fileMb);
  const others = busiestHour(result, profile, shape, accounts, false);
  const encrypted = profile.fileMb * result.encryptPerMb;
  const transferSeconds = (profile.fileMb * BITS) / profile.uploadMbit;
  const seconds = (result.callsPerPost * profile.callMs) / 1000 + transferSeconds;
  const left = (allowed: number, used: number) => Math.max(1e-9, allowed - used);
  const common: Use = {
    slots: shape.publishers * Math.min(profile.slots / seconds, profile.transfers / transferSeconds),
    network: ((profile.networkMbit / BITS) * shape.carriers) / profile.fileMb,
  };
  if (shape === ONE)
    return { process: left(CORES_OF_PROCESS, others.api) / (cost.product + encrypted), ...common };
  return {
    publishers: (shape.publishers * CORES_OF_PROCESS) / (cost.product + 2 * encrypted),
    database: left(shape.databaseCores, others.database) / cost.database,
    disk: left(1000 / result.syncMs, others.syncs) / cost.syncs,
    redis: left(1, others.redis) / cost.redis,
    ...common,
  };
}

const burstRate = (result: CapacityResult, profile: Profile, shape: Shape, accounts: number): number =>
  Math.min(...Object.values(burstLimits(result, profile, shape, accounts)));

const sized = ({ each, perMb }: SizedCost, mb: number): Cost =>
  Object.fromEntries(
    (Object.keys(each) as (keyof Cost)[]).map((key) => [key, each[key] + perMb[key] * mb]),
  ) as unknown as Cost;

/** Calls to Meta for one account in a day: its posts, and the check of its connection. */
export const callsPerDay = (result: CapacityResult, { postsPerDay }: Profile): number =>
  postsPerDay * result.callsPerPost + 1;

/** Posts a second over a whole day that Meta's limit on reels leaves to so many Pages. */
export const reelsPerSecond = (accounts: number): number => (accounts * REELS_PER_DAY) / DAY_S;

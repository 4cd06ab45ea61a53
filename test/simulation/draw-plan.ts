import { drawAccounts, drawOtherPages } from './chosen-accounts';
import { drawComposition, drawEdit } from './draw-contents';
import { Draws } from './draws';
import type { Resource } from './machine';
import type { Calls, Deed, Fault, Kind, Plan, Step, Strike } from './plan';

export interface PlanOptions {
  /** No step of these. */
  without?: readonly Step['do'][];
  most?: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Every process answers by then. */
const STARTED_MS = 10 * SECOND;

/** Everybody is there before anything breaks. */
const SETTLED_MS = 2 * MINUTE;

const DEEDS: Record<Deed['do'], number> = {
  upload: 20,
  compose: 12,
  schedule: 14,
  edit: 9,
  'comment again': 3,
  delete: 6,
  retry: 10,
  replace: 3,
  dismiss: 1,
  check: 8,
  connect: 6,
  disconnect: 2,
  'add account': 4,
  'change default': 2,
  'remove account': 2,
  frequency: 3,
  pick: 2,
  prefer: 1,
  caption: 2,
  grant: 2,
  'end plan': 1,
  'delete user': 0.3,
  'add category': 0.5,
  'delete category': 0.5,
  'share video': 1.5,
  'delete video': 0.7,
};

const FAULTS: Record<Fault['do'], number> = {
  network: 24,
  kill: 8,
  stop: 2,
  freeze: 5,
  'cut off': 6,
  silence: 4,
  'set clock': 2,
  revoke: 2,
  'break file': 1,
};

const STRIKES: Record<Strike, number> = {
  'lost before': 3,
  'lost after': 6,
  late: 3,
  slow: 5,
  doubled: 2,
  refused: 4,
  'refused after': 4,
  garbled: 2,
  lagging: 5,
  cut: 2,
  'media refused': 1,
  'slow media': 2,
};

/** The whole of a run, drawn before it begins, as data: what is left out of the list is left out of the run. */
export function draw(seed: number, { without = [], most = 300 }: PlanOptions = {}): Plan {
  const chance = new Draws('plan', seed);
  const all = chance.chance(0.3);
  const publishers = chance.whole(1, 3);
  // Most machines are told the time, some are not.
  const clocks = chance.chance(0.4);
  const machines: Plan['machines'] = all
    ? Array.from({ length: Math.max(2, publishers) }, () => 'all')
    : ['api', ...Array.from({ length: publishers }, () => 'publisher' as const)];
  const plan: Plan = {
    seed,
    users: chance.whole(1, 4),
    pages: chance.whole(1, 4),
    machines,
    tickMs: chance.pick([5, 20, 60, 120]) * SECOND,
    concurrency: chance.whole(1, 4),
    missedAfterMs: chance.pick([30 * MINUTE, 2 * HOUR, 24 * HOUR]),
    processingMs: chance.pick([50, 2 * SECOND, 20 * SECOND, 3 * MINUTE]),
    readyBeforeFinish: chance.chance(0.5),
    skewsMs: machines.map(() =>
      clocks ? Math.round(chance.between(-1, 1) * chance.pick([0, 500, 5_000, 90_000])) : 0,
    ),
    steps: [],
  };
  const lasts = chance.pick([10 * MINUTE, HOUR, 3 * HOUR]);
  const count = chance.whole(Math.min(20, most), most);
  const faulty = chance.pick([0.05, 0.15, 0.3]);
  const steps = [...beginnings(plan, chance)];
  const uploads: number[] = [];
  const times = Array.from({ length: count }, () => SETTLED_MS + chance.next() * lasts).sort((a, b) => a - b);
  for (const at of times) {
    const id = steps.length;
    const before = steps.at(-1);
    // People click again before the answer is there, and two tabs are open.
    const isHasty = before !== undefined && before.at >= SETTLED_MS && chance.chance(0.25);
    const user = isHasty && 'user' in before ? before.user : chance.whole(0, plan.users - 1);
    const when = isHasty ? before.at + Math.round(chance.next() ** 2 * 5 * SECOND) : Math.round(at);
    const step: Step = { id, at: when, ...something(plan, chance, uploads, faulty, user) };
    if (step.do === 'upload' || step.do === 'compose') uploads.push(id);
    if (step.do === 'upload') step.accounts = drawAccounts(plan, id);
    const isLeftOut = without.includes(step.do) || (!clocks && step.do === 'set clock');
    steps.push(isLeftOut ? { id, at: step.at, do: 'check', user: 0 } : step);
  }
  return { ...plan, steps: steps.sort((a, b) => a.at - b.at || a.id - b.id) };
}

/** A plan and a Page for everybody, and other Pages for some. */
function* beginnings(plan: Plan, chance: Draws): Generator<Step> {
  let id = 0;
  for (let category = 0; category < 2; category++) yield { id: id++, at: STARTED_MS, do: 'add category' };
  for (let user = 0; user < plan.users; user++) {
    yield { id: id++, at: STARTED_MS + 1, do: 'grant', user, delayMs: 0, lastsMs: 30 * 24 * HOUR };
    yield { id: id++, at: STARTED_MS + 1000 + user, ...connect(plan, chance, user) };
    for (const page of drawOtherPages(plan, user))
      yield {
        id: id++,
        at: STARTED_MS + 30 * SECOND,
        do: 'add account',
        user,
        page,
        instagram: true,
        asPerson: false,
      };
  }
}

const connect = (plan: Plan, chance: Draws, user: number): Extract<Deed, { do: 'connect' }> => ({
  do: 'connect',
  user,
  page: chance.whole(0, plan.pages - 1),
  instagram: chance.chance(0.6),
  asPerson: chance.chance(0.4),
});

function something(plan: Plan, chance: Draws, uploads: number[], faulty: number, user: number): Deed | Fault {
  return chance.chance(faulty) ? fault(plan, chance, uploads) : deed(plan, chance, uploads, user);
}

function deed(plan: Plan, chance: Draws, uploads: number[], user: number): Deed {
  // Mostly what was uploaded lately: that is what is under way.
  const item = uploads.at(-1 - Math.floor(chance.next() ** 2 * Math.min(12, uploads.length))) ?? -1;
  const kind = chance.pickFrom<Kind>({ video: 4, photo: 2, instagram_video: 3 });
  const described = chance.chance(0.6);
  const what = chance.pickFrom(DEEDS);
  switch (what) {
    case 'connect':
      return connect(plan, chance, user);
    case 'add account':
      return { ...connect(plan, chance, user), do: what };
    case 'change default':
      return { do: what, user, nth: chance.whole(0, 5) };
    case 'remove account':
      return { do: what, user, nth: chance.whole(0, 5), pending: chance.pick(['refuse', 'delete', 'move']) };
    case 'upload': {
      const inMs = chance.chance(0.8) ? time(chance) : null;
      return {
        do: what,
        user,
        kind,
        bytes: chance.whole(50, 3000),
        inMs,
        described,
        long: chance.chance(0.3),
      };
    }
    case 'compose':
      return { do: what, user, ...drawComposition(chance, time(chance)) };
    case 'schedule':
      return { do: what, item, inMs: chance.chance(0.85) ? time(chance) : null };
    case 'edit':
      return { do: what, item, described, ...drawEdit(chance) };
    case 'delete':
    case 'dismiss':
      return { do: what, item };
    case 'retry':
      return { do: what, item, unscheduled: chance.chance(0.3) };
    case 'replace':
      return { do: what, item, bytes: chance.whole(50, 3000) };
    case 'frequency':
      return { do: what, user, minutes: chance.whole(1, 30) };
    case 'check':
    case 'comment again':
    case 'disconnect':
    case 'caption':
    case 'end plan':
    case 'delete user':
      return { do: what, user };
    case 'pick':
      return { do: what, user, kind: kind === 'photo' ? 'video' : kind, video: chance.whole(0, 3) };
    case 'prefer':
      return { do: what, user, categories: [0, 1].filter(() => chance.chance(0.7)) };
    case 'grant': {
      const delayMs = chance.chance(0.5) ? 0 : chance.whole(1, 40) * MINUTE;
      return { do: what, user, delayMs, lastsMs: chance.pick([20 * MINUTE, 3 * HOUR, 30 * 24 * HOUR]) };
    }
    case 'add category':
      return { do: what };
    case 'delete category':
      return { do: what, category: chance.whole(0, 2) };
    case 'share video':
      return { do: what, category: chance.whole(0, 2), bytes: chance.whole(50, 2000) };
    case 'delete video':
      return { do: what, video: chance.whole(0, 3) };
  }
}

/** How far ahead somebody plans: mostly now, or soon. */
const time = (chance: Draws): number =>
  chance.pick([0, 0, chance.whole(0, 120) * SECOND, chance.whole(0, 60) * MINUTE]);

function fault(plan: Plan, chance: Draws, uploads: number[]): Fault {
  const machine = chance.whole(0, plan.machines.length - 1);
  const steps = chance.whole(1, 60);
  const forMs = chance.pick([2 * SECOND, 20 * SECOND, 70 * SECOND, 5 * MINUTE]);
  const page = chance.whole(0, plan.pages - 1);
  const what = chance.pickFrom(FAULTS);
  switch (what) {
    case 'network':
      return {
        do: what,
        calls: chance.pickFrom<Calls>({
          public: 5,
          comments: 2,
          bytes: 2,
          sessions: 1,
          reads: 4,
          checks: 2,
          all: 2,
        }),
        page: chance.chance(0.5) ? page : null,
        how: chance.pickFrom(STRIKES),
        share: chance.pick([0.3, 0.7, 1]),
        forMs: chance.pick([20 * SECOND, 2 * MINUTE, 10 * MINUTE]),
        ms: Math.round(chance.between(1, 110) * SECOND),
        code: chance.whole(0, 999),
      };
    case 'kill':
      return { do: what, machine, steps, forMs: chance.pick([SECOND, 15 * SECOND, 3 * MINUTE]) };
    case 'stop':
      return { do: what, machine, forMs: chance.pick([SECOND, MINUTE]) };
    case 'freeze':
      return { do: what, machine, steps, forMs };
    case 'cut off':
      return {
        do: what,
        machine,
        from: chance.pick<Resource>(['database', 'storage', 'network']),
        steps,
        forMs,
      };
    case 'silence':
      return { do: what, machine, of: chance.chance(0.6) ? 'database' : 'storage', steps, forMs };
    case 'set clock':
      return {
        do: what,
        machine,
        byMs: Math.round(chance.between(-1, 1) * chance.pick([SECOND, MINUTE, 2 * HOUR])),
      };
    case 'revoke':
      return { do: what, page, forMs };
    case 'break file':
      return { do: what, item: uploads.at(-1) ?? -1 };
  }
}

import type { Deed, Fault, Plan } from './plan';

const SECOND = 1000;

/** One connected user with a plan, one publisher, and these steps, ten seconds apart. */
export function plainPlan(steps: (Deed | Fault)[], more: Partial<Plan> = {}): Plan {
  const beginnings: (Deed | Fault)[] = [
    { do: 'grant', user: 0, delayMs: 0, lastsMs: 30 * 86_400 * SECOND },
    { do: 'connect', user: 0, page: 0, instagram: true, asPerson: false },
  ];
  return {
    seed: 1,
    users: 1,
    pages: 2,
    machines: ['api', 'publisher'],
    tickMs: 20 * SECOND,
    concurrency: 2,
    missedAfterMs: 7_200 * SECOND,
    processingMs: 2 * SECOND,
    readyBeforeFinish: true,
    skewsMs: [0, 0],
    steps: [...beginnings, ...steps].map((step, id) => ({ id, at: 10 * SECOND * (id + 1), ...step })),
    ...more,
  };
}

/** A text for the first account, at once. */
export const aText = {
  do: 'compose',
  user: 0,
  of: 'text',
  files: 0,
  bytes: 0,
  long: false,
  inMs: 0,
  described: true,
  draft: false,
  comment: true,
  link: true,
  cover: 'none',
  accounts: [0],
} as const satisfies Omit<Extract<Deed, { do: 'compose' }>, 'accounts'> & { accounts: readonly number[] };

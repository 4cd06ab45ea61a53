import {
  AFTER_A_CHECK,
  COMMENT_AFTER_REMOVAL,
  COMMENT_WITHOUT_INTENT,
  DRAFTS_GO_OUT,
  forgetAfterRefusal,
  TRIED_FOR_EVER,
} from './known-faults';
import { aText, plainPlan } from './plain-plan';
import type { Deed, Fault } from './plan';
import { Runner, ruleOf } from './runner';
import type { RunOptions } from './simulation';

const fault = { do: 'network', page: null, share: 1, code: 0 } as const;
const upload = {
  do: 'upload',
  user: 0,
  kind: 'video',
  bytes: 300,
  inMs: 0,
  described: true,
  long: false,
} as const;

/** `how` brings the fault back; the plan is the shortest way to it. */
interface Known {
  steps: (Deed | Fault)[];
  how: RunOptions;
  rule: string;
}

const KNOWN: Record<string, Known> = {
  'a check under way overwrites what was saved meanwhile': {
    steps: [
      { ...fault, calls: 'checks', how: 'slow', forMs: 15_000, ms: 110_000 },
      { do: 'check', user: 0 },
      { do: 'connect', user: 0, page: 1, instagram: false, asPerson: false },
      { ...upload, inMs: 60_000 },
    ],
    how: { replacements: AFTER_A_CHECK },
    rule: 'wrong account',
  },
  'a repeated public call that is refused opens a new session': {
    steps: [
      { ...fault, calls: 'public', how: 'lost after', forMs: 60_000, ms: 1000 },
      { ...fault, calls: 'reads', how: 'lagging', forMs: 600_000, ms: 110_000 },
      { ...upload, kind: 'instagram_video' },
    ],
    how: { alterNetworks: forgetAfterRefusal },
    rule: 'twice',
  },
  'what throws is tried for ever': {
    steps: [
      { ...upload, inMs: 120_000 },
      { do: 'break file', item: 2 },
    ],
    how: { replacements: TRIED_FOR_EVER },
    rule: 'no end',
  },
  'a comment is sent without a record of it': {
    steps: [
      { ...fault, calls: 'comments', how: 'slow', forMs: 60_000, ms: 110_000 },
      { ...aText, accounts: [0] },
      { do: 'check', user: 0 },
      { do: 'check', user: 0 },
      { do: 'kill', machine: 1, steps: 1, forMs: 1000 },
    ],
    how: { replacements: COMMENT_WITHOUT_INTENT },
    rule: 'commented twice',
  },
  'a comment is sent although its account was disconnected meanwhile': {
    steps: [
      { ...fault, calls: 'comments', how: 'lost before', forMs: 60_000, ms: 0 },
      { ...aText, accounts: [0] },
      ...Array.from({ length: 4 }, () => ({ do: 'check', user: 0 }) as const),
      { ...fault, calls: 'reads', how: 'slow', forMs: 120_000, ms: 110_000 },
      ...Array.from({ length: 8 }, () => ({ do: 'check', user: 0 }) as const),
      { do: 'disconnect', user: 0 },
    ],
    how: { replacements: COMMENT_AFTER_REMOVAL },
    rule: 'comment after disconnecting',
  },
  'a draft that is given a time goes out': {
    steps: [
      { ...aText, accounts: [0], draft: true },
      { do: 'schedule', item: 2, inMs: 60_000 },
    ],
    how: { replacements: DRAFTS_GO_OUT },
    rule: 'draft',
  },
};

/** A fault between two calls shows in some orders of events only, and each seed gives another one. */
const SEEDS = [1, 2, 3, 4, 5, 6];

describe('a fault that the product once had is found', () => {
  let runner: Runner;

  beforeAll(async () => {
    runner = await Runner.open();
  });

  afterAll(() => runner.close());

  it.each(Object.entries(KNOWN))('finds the fault: %s', async (_, { steps, how, rule }) => {
    const found: string[] = [];
    for (const seed of SEEDS) {
      const plan = plainPlan(steps, { seed });
      expect((await runner.runPlan(plan)).violations).toEqual([]);
      found.push(...(await runner.runPlan(plan, how)).violations.map(ruleOf));
    }
    expect(found).toContain(rule);
  });
});

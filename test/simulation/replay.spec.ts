import { Runner, ruleOf } from './runner';
import { plainPlan } from './plain-plan';

describe('a seed', () => {
  let runner: Runner;

  beforeAll(async () => {
    runner = await Runner.open();
  });

  afterAll(() => runner.close());

  it('replays exactly', async () => {
    const once = await runner.run(1);
    await runner.run(2);
    const again = await runner.runPlan(runner.plan(1), { verbose: true });
    expect({ ...again, history: [] }).toEqual(once);
    expect(again.history.length).toBeGreaterThan(10);
  });

  it('is a run of its own', async () => {
    const runs = [await runner.run(1), await runner.run(2), await runner.run(3)];
    expect(new Set(runs.map(({ hash }) => hash)).size).toBe(3);
  });
});

describe('a run that fails', () => {
  let runner: Runner;

  beforeAll(async () => {
    runner = await Runner.open({
      // Planted: whoever has a photo out has it out twice, be it in a story.
      tamper: ({ meta }) => {
        const photo = meta.publications.find(({ kind }) => kind === 'photo' || kind === 'story');
        if (photo) meta.publications.push(photo);
      },
    });
  });

  afterAll(() => runner.close());

  it('is shrunk to what it takes', async () => {
    const upload = { do: 'upload', user: 0, bytes: 300, inMs: 0, described: true, long: false } as const;
    const plan = plainPlan([
      { ...upload, kind: 'video' },
      { do: 'check', user: 0 },
      { ...upload, kind: 'photo' },
      { do: 'kill', machine: 1, steps: 10, forMs: 1000 },
      { ...upload, kind: 'instagram_video' },
      { do: 'caption', user: 0 },
    ]);
    const { violations } = await runner.runPlan(plan);
    expect(violations.map(ruleOf)).toEqual(['twice']);
    const { plan: shortest, outcome } = await runner.shrink(plan, ['twice']);
    expect(shortest.steps.map((step) => step.do)).toEqual(['grant', 'connect', 'upload']);
    expect(outcome.violations.map(ruleOf)).toEqual(['twice']);
  });
});

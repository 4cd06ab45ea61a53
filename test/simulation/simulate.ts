/**
 * `npm run simulate -- --hours 8`, `--seeds 20000`, `--seed 42`; `--from` says where to begin, `--jobs` how many
 * processes share the seeds.
 */
import 'reflect-metadata';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { describeFailure } from './report';
import { ruleOf, Runner } from './runner';

const { values } = parseArgs({
  options: {
    hours: { type: 'string' },
    seeds: { type: 'string' },
    seed: { type: 'string' },
    from: { type: 'string' },
    jobs: { type: 'string' },
    /** Every so many: the others are another process's. */
    step: { type: 'string' },
    /** Goes on after a failure, and shrinks none. */
    all: { type: 'boolean' },
    without: { type: 'string' },
  },
});

const say = (text: string) => process.stdout.write(`${text}\n`);

async function main(): Promise<number> {
  const single = values.seed === undefined ? undefined : Number(values.seed);
  const first = single ?? Number(values.from ?? 1);
  const count = single === undefined ? Number(values.seeds ?? (values.hours ? Infinity : 300)) : 1;
  const jobs = Number(values.jobs ?? 1);
  return jobs > 1 ? share(first, count, jobs) : runAll(first, count, single !== undefined);
}

async function runAll(first: number, count: number, isSingle: boolean): Promise<number> {
  const runner = await Runner.open({ without: (values.without?.split(',') ?? []) as never });
  const step = Number(values.step ?? 1);
  const began = Date.now();
  const until = began + Number(values.hours ?? Infinity) * 3_600_000;
  const found = new Map<string, number[]>();
  let run = 0;
  for (let seed = first; run < count && Date.now() < until; seed += step) {
    const outcome = await runner.run(seed);
    run++;
    if (outcome.violations.length > 0) {
      const rules = [...new Set(outcome.violations.map(ruleOf))];
      for (const rule of rules) found.set(rule, [...(found.get(rule) ?? []), seed]);
      say(`Seed ${seed}: ${outcome.violations.join('\n  ')}`);
      if (!values.all) {
        say('Shrinking ...');
        const { plan, outcome: shortest } = await runner.shrink(runner.plan(seed), rules);
        say(describeFailure(plan, shortest));
        break;
      }
    } else if (isSingle) say(JSON.stringify({ ...outcome, history: undefined }));
    if (run % 100 === 0)
      say(`${run} seeds up to ${seed}, ${((Date.now() - began) / run).toFixed(0)} ms each`);
  }
  const failures = [...found].map(
    ([rule, seeds]) => `${rule}: ${seeds.length} (${seeds.slice(0, 20).join(', ')})`,
  );
  say(
    `${run} seeds in ${((Date.now() - began) / 1000).toFixed(0)} s; ${failures.length ? failures.join('; ') : 'none fails'}.`,
  );
  await runner.close();
  return found.size ? 1 : 0;
}

/** Each process takes every so many seeds. The first that finds something ends the others, unless all are wanted. */
async function share(first: number, count: number, jobs: number): Promise<number> {
  const began = Date.now();
  const numbers = Array.from({ length: jobs }, (_, job) => job);
  const children: ChildProcess[] = numbers.map((job) => {
    const seeds = count === Infinity ? [] : ['--seeds', String(Math.ceil((count - job) / jobs))];
    const place = ['--from', String(first + job), '--step', String(jobs), ...seeds];
    return spawn(process.execPath, [...process.execArgv, __filename, ...passedOn(), ...place], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  });
  const codes = await Promise.all(
    children.map(async (child) => {
      const [code] = (await once(child, 'exit')) as [number | null];
      if (code === 1 && !values.all) for (const other of children) if (other.exitCode === null) other.kill();
      return code;
    }),
  );
  const isGood = codes.every((code) => code === 0);
  if (isGood)
    say(`${count} seeds in ${((Date.now() - began) / 1000).toFixed(0)} s, ${jobs} at a time: none fails.`);
  return isGood ? 0 : codes.includes(1) ? 1 : 2;
}

const passedOn = () => [
  ...(values.hours ? ['--hours', values.hours] : []),
  ...(values.without ? ['--without', values.without] : []),
  ...(values.all ? ['--all'] : []),
];

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${(error as Error).stack ?? String(error)}\n`);
    process.exit(2);
  },
);

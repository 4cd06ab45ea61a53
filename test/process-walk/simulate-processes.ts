/**
 * `npm run simulate-processes -- --minutes 60 --seed 7`: one walk after the other, each with the next seed, until the
 * time is over or a walk finds something. Without `--minutes` there is one walk.
 */
import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { describe, summaryOf } from './report';
import { walkOnce } from './walk';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    processes: { type: 'string', default: '4' },
    posts: { type: 'string', default: '1000' },
    accounts: { type: 'string', default: '300' },
    /** How long each walk has faults. */
    seconds: { type: 'string', default: '120' },
    redis: { type: 'boolean', default: false },
  },
});

const say = (text: string) => process.stdout.write(`${text}\n`);

async function main(): Promise<number> {
  const until = Date.now() + Number(values.minutes) * 60_000;
  for (let seed = Number(values.seed); ; seed++) {
    const report = await walkOnce({
      seed,
      processes: Number(values.processes),
      posts: Number(values.posts),
      accounts: Number(values.accounts),
      faultsMs: Number(values.seconds) * 1000,
      hasRedis: values.redis,
    });
    say(report.violations.length ? describe(report) : summaryOf(report));
    if (report.violations.length) return 1;
    if (Date.now() >= until) return 0;
  }
}

void main().then((code) => process.exit(code));

import { accounts } from './accounts';
import { capacity } from './capacity';
import { compose } from './compose';
import { connect } from './connect';
import { dashboard } from './dashboard';
import { freeze } from './freeze';
import { landing } from './landing';
import { lateness } from './lateness';
import { list } from './list';
import { login } from './login';
import { memory } from './memory';
import { refusal } from './refusal';
import { resume } from './resume';
import { scale } from './scale';
import { soak } from './soak';
import { spread } from './spread';
import { start } from './start';
import { statements } from './statements';
import { printTable, type Benchmark, type Verdict } from './support/report';
import { keepToClientCore } from './support/server-process';
import { throughput } from './throughput';
import { upload } from './upload';
import { wake } from './wake';

const BENCHMARKS: Benchmark[] = [
  start,
  login,
  refusal,
  list,
  accounts,
  connect,
  compose,
  freeze,
  lateness,
  throughput,
  memory,
  soak,
  upload,
  resume,
  statements,
  landing,
  dashboard,
  scale,
  spread,
  wake,
  capacity,
];

/** Runs the named benchmarks, or all. Ends with 1 when a target was missed, with 2 when the noise allows no verdict. */
async function main(names: string[]): Promise<void> {
  const unknown = names.filter((name) => !BENCHMARKS.some((benchmark) => benchmark.name === name));
  if (unknown.length)
    throw new Error(
      `No benchmark ${unknown.join(', ')}. There are ${BENCHMARKS.map(({ name }) => name).join(', ')}.`,
    );
  keepToClientCore();
  const verdicts = new Set<Verdict>();
  for (const benchmark of BENCHMARKS) {
    if (names.length && !names.includes(benchmark.name)) continue;
    const rows = await benchmark.run();
    printTable(benchmark.name, rows);
    for (const { verdict } of rows) verdicts.add(verdict);
  }
  process.exitCode = verdicts.has('MISSED') ? 1 : verdicts.has('too noisy') ? 2 : 0;
}

main(process.argv.slice(2)).then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);

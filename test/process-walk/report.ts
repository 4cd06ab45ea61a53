import type { Report } from './walk';

const MOST_SHOWN = 20;

export function summaryOf({ walk, violations, ended, settledAfterMs, faults }: Report): string {
  const how = Object.entries(ended).map(([ending, n]) => `${n} ${ending}`);
  const { seed, processes, hasRedis } = walk;
  return (
    `Seed ${seed}: ${processes} processes${hasRedis ? ' with Redis' : ''}, ${faults.length} faults, ${how.join(', ')}, ` +
    `settled ${Math.round(settledAfterMs / 1000)} s after the last fault, ${violations.length} violations`
  );
}

export function describe(report: Report): string {
  const { walk, violations, faults, logs } = report;
  const shown = violations.slice(0, MOST_SHOWN).map((each) => `  ${each}`);
  return [
    summaryOf(report),
    ...shown,
    ...(violations.length > MOST_SHOWN ? [`  and ${violations.length - MOST_SHOWN} more`] : []),
    'Faults:',
    ...faults.map((each) => `  ${each}`),
    'Last logs:',
    ...logs.map((each) => `  ${each}`),
    `Again: npm run simulate-processes -- --seed ${walk.seed} --processes ${walk.processes} --posts ${walk.posts}` +
      ` --accounts ${walk.accounts} --seconds ${walk.faultsMs / 1000}${walk.hasRedis ? ' --redis' : ''}`,
  ].join('\n');
}

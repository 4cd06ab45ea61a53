import type { Plan } from './plan';
import type { Outcome } from './simulation';

/** A failure as a person reads it: what was done, what came of it, and what was wrong with that. */
export function describeFailure(plan: Plan, { violations, history }: Outcome): string {
  const { steps, seed, ...settings } = plan;
  return [
    `Seed ${seed} fails with ${steps.length} steps: npm run simulate -- --seed ${seed}`,
    '',
    ...violations.map((each) => `  ${each}`),
    '',
    `Settings: ${JSON.stringify(settings)}`,
    'Steps:',
    ...steps.map(({ id, at, ...step }) => `  #${id} at ${(at / 1000).toFixed(1)} s: ${JSON.stringify(step)}`),
    '',
    'History:',
    ...history,
    '',
  ].join('\n');
}

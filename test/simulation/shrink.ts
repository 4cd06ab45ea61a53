import type { Plan, Step } from './plan';

/**
 * The shortest list of steps that still fails, by delta debugging: ever smaller parts of the list are left out for as
 * long as what is left fails. `fails` runs a plan; at most `tries` times.
 */
export function shrink(plan: Plan, fails: (plan: Plan) => boolean, tries = 400): Plan {
  let steps = plan.steps;
  let left = tries;
  const failsWith = (some: Step[]) => left-- > 0 && fails({ ...plan, steps: some });
  for (
    let size = Math.ceil(steps.length / 2);
    size >= 1 && left > 0;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    let again = true;
    while (again && left > 0) {
      again = false;
      // From the end: what happened after the fault goes first.
      for (let end = steps.length; end > 0 && left > 0; end -= size) {
        const without = steps.filter((_, n) => n < end - size || n >= end);
        if (without.length === steps.length || !failsWith(without)) continue;
        steps = without;
        again = size === 1;
      }
    }
  }
  return { ...plan, steps };
}

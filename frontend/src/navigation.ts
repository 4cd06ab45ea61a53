/** Carried along by a link to the root path, and from there to the dashboard. */
export const SHOW_PLANS = { show: 'plans' };

export const asksForPlans = (state: unknown) =>
  typeof state === 'object' && state !== null && 'show' in state && state.show === SHOW_PLANS.show;

/** Router state of links to the plans; passed on from / to /dashboard. */
export const SHOW_PLANS = { show: 'plans' };

export const asksForPlans = (state: unknown) =>
  typeof state === 'object' && state !== null && 'show' in state && state.show === SHOW_PLANS.show;

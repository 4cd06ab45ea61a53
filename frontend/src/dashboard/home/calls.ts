import { get, post, put } from '../../api';
import type { Schemas } from '../../types';

export type UpcomingPost = Schemas['NextOutView'];

/** A post that failed or went out. */
export type FinishedPost = Schemas['UpcomingItemView'];

export type Upcoming = Schemas['UpcomingView'];

export type PlanRequest = Schemas['PlanRequestView'];

export type FirstSteps = Schemas['FirstStepsView'];

/** Below the calendar's key, since whatever changes a post may complete a step. */
export const FIRST_STEPS = ['calendar', 'first-steps'];

export const fetchFirstSteps = () => get<FirstSteps>('/user/first-steps');

export const dismissFirstSteps = () => put<FirstSteps>('/user/first-steps', { dismissed: 1 });

export const fetchUpcoming = () => get<Upcoming>('/calendar/outlook');

/** The open request; `null`: there is none. */
export async function fetchPlanRequest(): Promise<PlanRequest | null> {
  const answer = await get<PlanRequest | Schemas['NoPlanRequestView']>('/user/plan-request');
  return 'id' in answer ? answer : null;
}

export const requestPlan = (plan_id: number) => post<PlanRequest>('/user/plan-request', { plan_id });

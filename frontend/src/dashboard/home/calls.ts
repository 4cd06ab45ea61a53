import { get, post, put } from '../../api';
import type { Post, PostKind } from '../../types';

export interface UpcomingPost {
  kind: PostKind;
  at: string;
  why: 'time' | 'frequency' | 'library';
  /** `null`: the shared library will provide it. */
  item: Post | null;
}

export interface FinishedPost {
  kind: PostKind;
  /** When it failed or went out. */
  at: string;
  item: Post;
}

export interface Upcoming {
  next: UpcomingPost[];
  /** Pending, without a time. */
  waiting: number;
  failed: FinishedPost[];
  last: FinishedPost | null;
}

export interface PlanRequest {
  id: number;
  plan_id: number;
  message: string | null;
  created_at: string;
}

export interface FirstSteps {
  dismissed: 0 | 1;
  steps: { key: 'connect' | 'plan' | 'upload' | 'schedule' | 'published'; done: 0 | 1 }[];
}

/** Below the calendar's key: whatever moves a post can be a step. */
export const FIRST_STEPS = ['calendar', 'first-steps'];

export const fetchFirstSteps = () => get<FirstSteps>('/user/first-steps');

export const dismissFirstSteps = () => put<FirstSteps>('/user/first-steps', { dismissed: 1 });

export const fetchUpcoming = () => get<Upcoming>('/calendar/outlook');

/** The open request; `null`: there is none. */
export async function fetchPlanRequest(): Promise<PlanRequest | null> {
  const answer = await get<PlanRequest | { status: 'none' }>('/user/plan-request');
  return 'id' in answer ? answer : null;
}

export const requestPlan = (plan_id: number) => post<PlanRequest>('/user/plan-request', { plan_id });

import { del, get, post, put } from '../../../api';
import type { AdminPlanRequest, AdminSubscription } from '../records';

export interface Grant {
  user_id: number;
  plan_id: number;
  /** Absent: now. */
  starts_at?: string;
  /** Absent: the start plus the duration of the plan. */
  expires_at?: string;
}

export const givePlan = (grant: Grant) => post<AdminSubscription>('/admin/subscriptions', grant);

export const extendSubscription = (id: number, until: string) =>
  put<AdminSubscription>(`/admin/subscriptions/${id}`, { expires_at: until });

/** The oldest first. */
export const fetchOpenPlanRequests = () =>
  get<AdminPlanRequest[]>(
    `/admin/plan-requests?${new URLSearchParams({
      filter: JSON.stringify({ status: 'open' }),
      sort: '["id","ASC"]',
      range: '[0,99]',
    })}`,
  );

export const declinePlanRequest = (id: number) => del<AdminPlanRequest>(`/admin/plan-requests/${id}`);

import { del, get, post, put } from '../../../api';
import type { AdminPlanRequest, AdminSubscription, Schemas } from '../../../types';

export const givePlan = (grant: Schemas['GrantDto']) =>
  post<AdminSubscription>('/admin/subscriptions', grant);

export const extendSubscription = (id: number, until: string) =>
  put<AdminSubscription>(`/admin/subscriptions/${id}`, { expires_at: until });

/** Oldest first. */
export const fetchOpenPlanRequests = () =>
  get<AdminPlanRequest[]>(
    `/admin/plan-requests?${new URLSearchParams({
      filter: JSON.stringify({ status: 'open' }),
      sort: '["id","ASC"]',
      range: '[0,99]',
    })}`,
  );

export const declinePlanRequest = (id: number) => del<AdminPlanRequest>(`/admin/plan-requests/${id}`);

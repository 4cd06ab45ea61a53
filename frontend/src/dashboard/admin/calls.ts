import { del, get, post, put } from '../../api';
import type { Plan } from '../../types';
import type { AdminPlanRequest, AdminSubscription, AdminUser, QueueStanding } from './records';

export type UserChange = Partial<Pick<AdminUser, 'name' | 'email' | 'is_admin' | 'can_use_shared_videos'>>;

export interface Grant {
  user_id: number;
  plan_id: number;
  /** Absent: now. */
  starts_at?: string;
  /** Absent: the start and the duration of the plan. */
  expires_at?: string;
}

export type PlanDraft = Omit<Plan, 'id'>;

/** The calls of this screen that are no list, record or delete, by their name. */
export const adminCalls = {
  changeUser: (id: number, change: UserChange) => put<AdminUser>(`/admin/users/${id}`, change),
  /** They choose a password by a link that is mailed to them. */
  addPerson: (person: Pick<AdminUser, 'name' | 'email'>) => post<AdminUser>('/admin/users', person),
  turnOffTwoFactor: (id: number) => del<AdminUser>(`/admin/users/${id}/two-factor`),
  givePlan: (grant: Grant) => post<AdminSubscription>('/admin/subscriptions', grant),
  extendSubscription: (id: number, until: string) =>
    put<AdminSubscription>(`/admin/subscriptions/${id}`, { expires_at: until }),
  endSubscription: (id: number) =>
    put<AdminSubscription>(`/admin/subscriptions/${id}`, { status: 'inactive' }),
  queue: () => get<QueueStanding>('/admin/queue'),
  /** The open ones, the oldest first. */
  openPlanRequests: () =>
    get<AdminPlanRequest[]>(
      `/admin/plan-requests?${new URLSearchParams({
        filter: JSON.stringify({ status: 'open' }),
        sort: '["id","ASC"]',
        range: '[0,99]',
      })}`,
    ),
  declinePlan: (requestId: number) => del<AdminPlanRequest>(`/admin/plan-requests/${requestId}`),
  createPlan: (plan: PlanDraft) => post<Plan>('/admin/plans', plan),
  updatePlan: (id: number, plan: PlanDraft) => put<Plan>(`/admin/plans/${id}`, plan),
};

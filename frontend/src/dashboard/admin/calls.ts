import { post, put } from '../../api';
import type { Plan } from '../../types';
import type { AdminSubscription, AdminUser } from './records';

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
  givePlan: (grant: Grant) => post<AdminSubscription>('/admin/subscriptions', grant),
  extendSubscription: (id: number, until: string) =>
    put<AdminSubscription>(`/admin/subscriptions/${id}`, { expires_at: until }),
  endSubscription: (id: number) =>
    put<AdminSubscription>(`/admin/subscriptions/${id}`, { status: 'inactive' }),
  createPlan: (plan: PlanDraft) => post<Plan>('/admin/plans', plan),
  updatePlan: (id: number, plan: PlanDraft) => put<Plan>(`/admin/plans/${id}`, plan),
};

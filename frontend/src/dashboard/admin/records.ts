import type { PostKind, Subscription } from '../../types';

/** What the administration's lists hold. */

export interface SubscriptionPeriod {
  id: number;
  status: Subscription['subscription_status'];
  plan_id: number;
  starts_at: string;
  expires_at: string;
}

export interface AdminUser {
  id: number;
  name: string;
  email: string;
  is_admin: 0 | 1;
  can_use_shared_videos: 0 | 1;
  timezone: string;
  created_at: string;
  /** Signing in takes a code as well. */
  two_factor: 0 | 1;
  /** The one in force, else the latest; `plan` is its name. */
  subscription: (SubscriptionPeriod & { plan: string }) | null;
  usage: { tasks: number; storage_bytes: number };
}

export interface AdminSubscription extends SubscriptionPeriod {
  user_id: number;
  user_name: string;
  user_email: string;
  user_timezone: string;
  plan_name: string;
}

/** A line of the publish log: one step of one post. */
export interface Publication {
  id: number;
  post_id: number;
  kind: PostKind;
  title: string;
  post_status: string;
  user_id: number;
  user_name: string;
  user_email: string;
  step: string;
  /** `null`: no answer yet. */
  outcome: 'done' | 'failed' | 'unknown' | null;
  message: string | null;
  /** Meta's. */
  code: number | null;
  subcode: number | null;
  trace_id: string | null;
  remote_id: string | null;
  at: string;
  finished_at: string | null;
}

/** A user without a plan asks for one. */
export interface AdminPlanRequest {
  id: number;
  user_id: number;
  user_name: string;
  user_email: string;
  plan_id: number;
  /** `null`: the plan was deleted. */
  plan_name: string | null;
  message: string | null;
  status: 'open' | 'granted' | 'declined';
  created_at: string;
}

/** How the posts of everybody stand. A day is the last or next 24 hours. */
export interface QueueStanding {
  due: number;
  next_day: number;
  published_day: number;
  failed_day: number;
}

/** A line of the activity log. */
export interface ActivityLine {
  id: number;
  at: string;
  /** `null`: they were deleted. */
  user_id: number | null;
  action: string;
  /** `<kind>:<id>` */
  target: string | null;
  address: string | null;
}

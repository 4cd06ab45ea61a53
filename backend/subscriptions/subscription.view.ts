import { ApiProperty } from '@nestjs/swagger';
import { toIso } from '../common/time/instants';
import type { Row } from '../database/tables';
import { subscriptionStatus, type SubscriptionStatus } from './subscription-status';

export class PlanView {
  @ApiProperty({ type: 'integer', example: 2 }) id: number;
  @ApiProperty({ example: 'Growth' }) name: string;
  @ApiProperty({ example: 'For a shop that posts every day.' }) description: string;
  @ApiProperty({ description: 'rupees', example: 999 }) price: number;
  @ApiProperty({ type: 'integer', example: 30 }) duration_days: number;
  @ApiProperty({ type: 'integer', example: 10737418240 }) max_storage_bytes: number;
  @ApiProperty({ type: 'integer', description: 'How many tasks may wait at a time.', example: 150 })
  max_pending_submissions: number;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'How many Pages and Instagram accounts may be connected; null: any number.',
    example: 10,
  })
  max_accounts: number | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'How many people may work together; null: any number.',
    example: 5,
  })
  max_members: number | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'How many captions may be asked of the AI in a month; null: any number.',
    example: 200,
  })
  max_ai_requests: number | null;
  @ApiProperty({ enum: [0, 1], description: '1: everybody who registers gets it.', example: 0 })
  on_registration: number;
}

export const viewPlan = (plan: Row<'plans'>): PlanView => ({
  id: plan.id,
  name: plan.name,
  description: plan.description,
  price: plan.price_minor / 100,
  duration_days: plan.duration_days,
  max_storage_bytes: plan.max_storage_bytes,
  max_pending_submissions: plan.max_pending_submissions,
  max_accounts: plan.max_accounts,
  max_members: plan.max_members,
  max_ai_requests: plan.max_ai_requests,
  on_registration: plan.on_registration,
});

/** The used part of a quota, in bytes or tasks. */
export class UsageView {
  @ApiProperty({ example: 2.67 }) used_percentage: number;
  @ApiProperty({ type: 'integer', example: 4 }) used: number;
  @ApiProperty({ type: 'integer', example: 150 }) total: number;
}

class PlanOfSubscriptionView {
  @ApiProperty({ type: 'integer', example: 2 }) id: number;
  @ApiProperty({ example: 'Growth' }) name: string;
  @ApiProperty({ example: 'For a shop that posts every day.' }) description: string;
}

class ExpiryView {
  @ApiProperty({
    format: 'date-time',
    description: 'When it expires, or when an administrator ended it.',
    example: '2026-12-31T09:30:00.000Z',
  })
  date: string;
  @ApiProperty({ type: 'integer', description: 'begun days', example: 28 }) days_left: number;
}

export class NoSubscriptionView {
  @ApiProperty({ enum: ['no_subscription'], example: 'no_subscription' }) status: 'no_subscription';
}

export class SubscriptionView {
  @ApiProperty({ enum: ['active', 'inactive', 'expired'], example: 'active' })
  subscription_status: SubscriptionStatus;
  @ApiProperty({ type: PlanOfSubscriptionView }) plan: PlanOfSubscriptionView;
  @ApiProperty({ format: 'date-time', example: '2026-12-01T09:30:00.000Z' }) starts_at: string;
  @ApiProperty({ type: ExpiryView }) expiry: ExpiryView;
  @ApiProperty({ type: UsageView, description: 'bytes' }) storage: UsageView;
  @ApiProperty({ type: UsageView, description: 'tasks' }) submissions: UsageView;
}

/** A subscription with its plan and its usage, as one row. */
type SubscriptionRow = Pick<Row<'subscriptions'>, 'plan_id' | 'starts_at' | 'expires_at' | 'ended_at'> &
  Pick<Row<'plans'>, 'max_storage_bytes' | 'max_pending_submissions'> & {
    plan_name: string;
    plan_description: string;
    tasks_used: number | null;
    storage_used: number | null;
  };

const A_DAY_MS = 86_400_000;

export function viewSubscription(row: SubscriptionRow, now: number): SubscriptionView {
  const period = { startsAt: row.starts_at, expiresAt: row.expires_at, endedAt: row.ended_at };
  // One that was ended has no day left, whatever it would have had.
  const end = row.ended_at ?? row.expires_at;
  return {
    subscription_status: subscriptionStatus(period, now),
    plan: { id: row.plan_id, name: row.plan_name, description: row.plan_description },
    starts_at: toIso(row.starts_at),
    expiry: {
      date: toIso(end),
      days_left: Math.max(0, Math.ceil((end - Math.max(now, row.starts_at)) / A_DAY_MS)),
    },
    storage: usage(row.storage_used ?? 0, row.max_storage_bytes),
    submissions: usage(row.tasks_used ?? 0, row.max_pending_submissions),
  };
}

function usage(used: number, total: number): UsageView {
  return { used_percentage: total ? Math.round((used / total) * 10_000) / 100 : 100, used, total };
}

/** The part of the quota that is left after an upload. */
export class RemainingView {
  @ApiProperty({ type: 'integer', description: 'tasks', example: 146 }) remaining_submissions: number;
  @ApiProperty({ type: 'integer', description: 'bytes', example: 10664017920 }) remaining_storage: number;
}

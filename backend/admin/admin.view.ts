import { ApiProperty } from '@nestjs/swagger';
import { PlanRequestView } from '../subscriptions/plan-request.view';
import { KINDS } from '../publishing/formats/lists';
import { STEP } from '../publishing/posts/post-parts.view';
import { STATUSES, type PostStatus } from '../publishing/posts/post-status';

export const SUBSCRIPTION_STATUSES = ['active', 'inactive', 'expired'];

class SubscriptionOfUserView {
  @ApiProperty({ type: 'integer', example: 31 }) id: number;
  @ApiProperty({ enum: SUBSCRIPTION_STATUSES, example: 'active' }) status: string;
  @ApiProperty({ type: 'integer', example: 2 }) plan_id: number;
  @ApiProperty({ description: 'The name of the plan.', example: 'Growth' }) plan: string;
  @ApiProperty({ format: 'date-time', example: '2026-12-01T09:30:00.000Z' }) starts_at: string;
  @ApiProperty({ format: 'date-time', example: '2026-12-31T09:30:00.000Z' }) expires_at: string;
}

class UsageOfUserView {
  @ApiProperty({ type: 'integer', example: 4 }) tasks: number;
  @ApiProperty({ type: 'integer', example: 73400320 }) storage_bytes: number;
}

export class AdminUserView {
  @ApiProperty({ type: 'integer', example: 12 }) id: number;
  @ApiProperty({ example: 'Asha Rao' }) name: string;
  @ApiProperty({ format: 'email', example: 'asha@example.com' }) email: string;
  @ApiProperty({ enum: [0, 1], example: 0 }) is_admin: number;
  @ApiProperty({ enum: [0, 1], example: 1 }) can_use_shared_videos: number;
  @ApiProperty({ description: 'IANA name', example: 'Asia/Kolkata' }) timezone: string;
  @ApiProperty({ enum: [0, 1], description: '1: signing in takes a code as well.', example: 0 })
  two_factor: number;
  @ApiProperty({ format: 'date-time', example: '2026-11-02T08:00:00.000Z' }) created_at: string;
  @ApiProperty({ type: SubscriptionOfUserView, nullable: true, description: 'In force, else the latest.' })
  subscription: SubscriptionOfUserView | null;
  @ApiProperty({ type: UsageOfUserView }) usage: UsageOfUserView;
}

export class AdminSubscriptionView {
  @ApiProperty({ type: 'integer', example: 31 }) id: number;
  @ApiProperty({ type: 'integer', example: 12 }) user_id: number;
  @ApiProperty({ example: 'Asha Rao' }) user_name: string;
  @ApiProperty({ format: 'email', example: 'asha@example.com' }) user_email: string;
  @ApiProperty({ description: 'IANA name', example: 'Asia/Kolkata' }) user_timezone: string;
  @ApiProperty({ type: 'integer', example: 2 }) plan_id: number;
  @ApiProperty({ example: 'Growth' }) plan_name: string;
  @ApiProperty({ enum: SUBSCRIPTION_STATUSES, example: 'active' }) status: string;
  @ApiProperty({ format: 'date-time', example: '2026-12-01T09:30:00.000Z' }) starts_at: string;
  @ApiProperty({ format: 'date-time', example: '2026-12-31T09:30:00.000Z' }) expires_at: string;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When an administrator ended it, or gave another plan instead.',
    example: null,
  })
  ended_at: string | null;
}

export class AdminPlanRequestView extends PlanRequestView {
  @ApiProperty({ example: 'Asha Rao' }) user_name: string;
  @ApiProperty({ format: 'email', example: 'asha@example.com' }) user_email: string;
  @ApiProperty({ type: String, nullable: true, description: 'null: the plan is deleted.', example: 'Growth' })
  plan_name: string | null;
}

/** A line of the publish log. */
export class AdminPublicationView {
  @ApiProperty({ type: 'integer', example: 90211 }) id: number;
  @ApiProperty({ type: 'integer', example: 481 }) post_id: number;
  @ApiProperty({ enum: KINDS, example: 'video' }) kind: string;
  @ApiProperty({ example: 'Winter menu' }) title: string;
  @ApiProperty({ enum: STATUSES, example: 'published' }) post_status: PostStatus;
  @ApiProperty({ type: 'integer', example: 12 }) user_id: number;
  @ApiProperty({ example: 'Asha Rao' }) user_name: string;
  @ApiProperty({ format: 'email', example: 'asha@example.com' }) user_email: string;
  @ApiProperty({ description: STEP, example: 'publish' }) step: string;
  @ApiProperty({ type: String, nullable: true, example: 'done' }) outcome: string | null;
  @ApiProperty({ type: String, nullable: true, example: null }) message: string | null;
  @ApiProperty({ type: 'integer', nullable: true, description: "Meta's code", example: null }) code:
    number | null;
  @ApiProperty({ type: 'integer', nullable: true, description: "Meta's subcode", example: null }) subcode:
    number | null;
  @ApiProperty({ type: String, nullable: true, description: "Meta's trace", example: null }) trace_id:
    string | null;
  @ApiProperty({ type: String, nullable: true, example: '1122334455667788' }) remote_id: string | null;
  @ApiProperty({ format: 'date-time', example: '2026-12-01T09:30:00.000Z' }) at: string;
  @ApiProperty({ type: String, nullable: true, format: 'date-time', example: '2026-12-01T09:30:02.000Z' })
  finished_at: string | null;
}

/** A post that is failed now. */
export class AdminFailureView {
  @ApiProperty({ type: 'integer', example: 481 }) id: number;
  @ApiProperty({ enum: KINDS, example: 'video' }) kind: string;
  @ApiProperty({ example: 'Winter menu' }) title: string;
  @ApiProperty({ type: 'integer', example: 12 }) user_id: number;
  @ApiProperty({ example: 'Asha Rao' }) user_name: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Why it failed.',
    example: 'The media file is missing. Upload it again.',
  })
  upload_error: string | null;
  @ApiProperty({ format: 'date-time', example: '2026-12-01T09:30:00.000Z' }) failed_at: string;
}

export class AdminQueueView {
  @ApiProperty({ type: 'integer', description: 'Posts that are due, or under way.', example: 3 }) due: number;
  @ApiProperty({ type: 'integer', description: 'Due within 24 hours.', example: 118 }) next_day: number;
  @ApiProperty({ type: 'integer', description: 'Published within 24 hours.', example: 240 })
  published_day: number;
  @ApiProperty({ type: 'integer', description: 'Failed within 24 hours, and not brought back.', example: 1 })
  failed_day: number;
}

import { ApiProperty } from '../common/openapi';
import { PlanRequestView } from '../subscriptions/plan-request.view';
import { KINDS } from '../publishing/formats/lists';
import { STATUSES, type PostStatus } from '../publishing/post-status';

const SUBSCRIPTION_STATUSES = ['active', 'inactive', 'expired'];

class SubscriptionOfUserView {
  @ApiProperty() id: number;
  @ApiProperty({ enum: SUBSCRIPTION_STATUSES }) status: string;
  @ApiProperty() plan_id: number;
  @ApiProperty({ description: 'The name of the plan.' }) plan: string;
  @ApiProperty({ format: 'date-time' }) starts_at: string;
  @ApiProperty({ format: 'date-time' }) expires_at: string;
}

class UsageOfUserView {
  @ApiProperty() tasks: number;
  @ApiProperty() storage_bytes: number;
}

export class AdminUserView {
  @ApiProperty() id: number;
  @ApiProperty() name: string;
  @ApiProperty() email: string;
  @ApiProperty({ enum: [0, 1] }) is_admin: number;
  @ApiProperty({ enum: [0, 1] }) can_use_shared_videos: number;
  @ApiProperty({ description: 'IANA name' }) timezone: string;
  @ApiProperty({ enum: [0, 1], description: '1: signing in takes a code as well.' }) two_factor: number;
  @ApiProperty({ format: 'date-time' }) created_at: string;
  @ApiProperty({ type: SubscriptionOfUserView, nullable: true, description: 'In force, else the latest.' })
  subscription: SubscriptionOfUserView | null;
  @ApiProperty({ type: UsageOfUserView }) usage: UsageOfUserView;
}

export class AdminSubscriptionView {
  @ApiProperty() id: number;
  @ApiProperty() user_id: number;
  @ApiProperty() user_name: string;
  @ApiProperty() user_email: string;
  @ApiProperty({ description: 'IANA name' }) user_timezone: string;
  @ApiProperty() plan_id: number;
  @ApiProperty() plan_name: string;
  @ApiProperty({ enum: SUBSCRIPTION_STATUSES }) status: string;
  @ApiProperty({ format: 'date-time' }) starts_at: string;
  @ApiProperty({ format: 'date-time' }) expires_at: string;
}

export class AdminPlanRequestView extends PlanRequestView {
  @ApiProperty() user_name: string;
  @ApiProperty() user_email: string;
  @ApiProperty({ type: String, nullable: true, description: 'null: the plan is deleted.' })
  plan_name: string | null;
}

/** A line of the publish log. */
export class AdminPublicationView {
  @ApiProperty() id: number;
  @ApiProperty() post_id: number;
  @ApiProperty({ enum: KINDS }) kind: string;
  @ApiProperty() title: string;
  @ApiProperty({ enum: STATUSES }) post_status: PostStatus;
  @ApiProperty() user_id: number;
  @ApiProperty() user_name: string;
  @ApiProperty() user_email: string;
  @ApiProperty() step: string;
  @ApiProperty({ type: String, nullable: true }) outcome: string | null;
  @ApiProperty({ type: String, nullable: true }) message: string | null;
  @ApiProperty({ type: Number, nullable: true, description: "Meta's code" }) code: number | null;
  @ApiProperty({ type: Number, nullable: true }) subcode: number | null;
  @ApiProperty({ type: String, nullable: true }) trace_id: string | null;
  @ApiProperty({ type: String, nullable: true }) remote_id: string | null;
  @ApiProperty({ format: 'date-time' }) at: string;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) finished_at: string | null;
}

export class AdminQueueView {
  @ApiProperty({ description: 'Posts that are due, or under way.' }) due: number;
  @ApiProperty({ description: 'Due within 24 hours.' }) next_day: number;
  @ApiProperty({ description: 'Published within 24 hours.' }) published_day: number;
  @ApiProperty({ description: 'Failed within 24 hours, and not brought back.' }) failed_day: number;
}

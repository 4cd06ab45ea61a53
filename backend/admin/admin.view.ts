import { ApiProperty } from '../common/openapi';
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
  @ApiProperty() plan_id: number;
  @ApiProperty() plan_name: string;
  @ApiProperty({ enum: SUBSCRIPTION_STATUSES }) status: string;
  @ApiProperty({ format: 'date-time' }) starts_at: string;
  @ApiProperty({ format: 'date-time' }) expires_at: string;
}

/** A line of the publish log. */
export class AdminPublicationView {
  @ApiProperty() id: number;
  @ApiProperty() post_id: number;
  @ApiProperty({ enum: ['video', 'instagram_video', 'photo'] }) kind: string;
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

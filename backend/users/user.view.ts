import { ApiProperty } from '../common/openapi';
import { toIso } from '../common/instants';
import type { User } from './user.entity';

/** A user on the wire. No hash, no token. */
export class UserView {
  @ApiProperty() id: number;
  @ApiProperty() name: string;
  @ApiProperty() email: string;
  @ApiProperty({ enum: [0, 1] }) is_admin: number;
  @ApiProperty({ enum: [0, 1] }) can_use_shared_videos: number;
  @ApiProperty({ description: 'IANA name' }) timezone: string;
  @ApiProperty({ type: String, nullable: true }) page_id: string | null;
  @ApiProperty({ type: String, nullable: true }) instagram_page_id: string | null;
  @ApiProperty() has_access_token: boolean;
  @ApiProperty({ type: String, nullable: true }) access_token_last4: string | null;
  @ApiProperty({ description: 'minutes' }) upload_frequency: number;
  @ApiProperty({ description: 'minutes' }) photo_upload_frequency: number;
  @ApiProperty({ type: [Number] }) preferred_categories: number[];
  @ApiProperty({ enum: [0, 1], description: '1: signing in takes a code as well.' }) two_factor: number;
  @ApiProperty({ format: 'date-time' }) created_at: string;
}

export function viewUser(user: User): UserView {
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    is_admin: user.isAdmin,
    can_use_shared_videos: user.canUseSharedVideos,
    timezone: user.timezone,
    page_id: user.pageId,
    instagram_page_id: user.instagramPageId,
    has_access_token: user.accessToken !== null,
    access_token_last4: user.accessTokenLast4,
    upload_frequency: user.uploadFrequency,
    photo_upload_frequency: user.photoUploadFrequency,
    preferred_categories: user.preferredCategories ? (JSON.parse(user.preferredCategories) as number[]) : [],
    two_factor: user.twoFactor,
    created_at: toIso(user.createdAt),
  };
}

import { ApiProperty } from '@nestjs/swagger';
import { toIso } from '../common/time/instants';

/** A user on the wire, without hash or token. */
export class UserView {
  @ApiProperty({ type: 'integer', example: 12 }) id: number;
  @ApiProperty({ example: 'Asha Rao' }) name: string;
  @ApiProperty({ format: 'email', example: 'asha@example.com' }) email: string;
  @ApiProperty({ enum: [0, 1], example: 0 }) is_admin: number;
  @ApiProperty({ enum: [0, 1], example: 1 }) can_use_shared_videos: number;
  @ApiProperty({ description: 'IANA name', example: 'Asia/Kolkata' }) timezone: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Of the Facebook Page.',
    example: '102030405060708',
  })
  page_id: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Of the Instagram account.', example: null })
  instagram_page_id: string | null;
  @ApiProperty({ example: true }) has_access_token: boolean;
  @ApiProperty({ type: String, nullable: true, example: 'x9Qz' }) access_token_last4: string | null;
  @ApiProperty({ type: 'integer', description: 'minutes', example: 60 }) upload_frequency: number;
  @ApiProperty({ type: 'integer', description: 'minutes', example: 60 }) photo_upload_frequency: number;
  @ApiProperty({
    type: 'integer',
    isArray: true,
    description: 'Ids; the shared videos that are posted by themselves come from these.',
    example: [3],
  })
  preferred_categories: number[];
  @ApiProperty({ enum: [0, 1], description: '1: signing in takes a code as well.', example: 0 })
  two_factor: number;
  @ApiProperty({ format: 'date-time', example: '2026-11-02T08:00:00.000Z' }) created_at: string;
}

/** A user with their page settings. */
export interface Profile {
  id: number;
  name: string;
  email: string;
  is_admin: number;
  can_use_shared_videos: number;
  timezone: string;
  page_id: string | null;
  instagram_page_id: string | null;
  has_access_token: number;
  access_token_last4: string | null;
  upload_frequency: number | null;
  photo_upload_frequency: number | null;
  preferred_categories: string | null;
  two_factor: number;
  created_at: number;
}

const FREQUENCY = 60;

export const viewProfile = (row: Profile): UserView => ({
  ...row,
  has_access_token: row.has_access_token === 1,
  upload_frequency: row.upload_frequency ?? FREQUENCY,
  photo_upload_frequency: row.photo_upload_frequency ?? FREQUENCY,
  preferred_categories: row.preferred_categories ? (JSON.parse(row.preferred_categories) as number[]) : [],
  created_at: toIso(row.created_at),
});

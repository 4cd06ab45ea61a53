import { ApiProperty } from '../common/openapi';
import { toIso } from '../common/instants';

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

/** A user, and what stands in their page settings. */
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

import { ApiProperty } from '@nestjs/swagger';
import { toIsoOrNull } from '../common/time/instants';
import type { Row } from '../database/tables';
import type { MediaLinks } from '../ports/storage/media-links';
import type { Outlook } from './turns/account-outlook';
import { connectionOf, type ConnectionStatus } from './connection/connection.view';
import type { PostingTime } from './posting-times';

/** A time at which an account posts, each week. */
export class PostingTimeView implements PostingTime {
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 7, description: 'Monday is 1.', example: 1 })
  day: number;
  @ApiProperty({ description: "HH:mm in the user's time zone", example: '09:00' }) time: string;
}

export class AccountView {
  @ApiProperty({ type: 'integer', example: 5 }) id: number;
  @ApiProperty({ enum: ['facebook', 'instagram'], example: 'facebook' }) network: 'facebook' | 'instagram';
  @ApiProperty({
    description: "The network's id of the Page or of the Instagram account.",
    example: '102030405060708',
  })
  remote_id: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'null: the network could not be asked yet.',
    example: 'Bakery on the Square',
  })
  name: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Signed; shown from /storage/.',
    example: null,
  })
  picture_path: string | null;
  @ApiProperty({
    enum: [0, 1],
    description: '1: the default of its network, to which uploads go that name no account.',
    example: 1,
  })
  is_default: number;
  @ApiProperty({
    enum: ['unverified', 'connected', 'paused'],
    description: 'Unverified: never checked.',
    example: 'connected',
  })
  status: Exclude<ConnectionStatus, 'missing'>;
  @ApiProperty({ type: String, nullable: true, format: 'date-time', example: '2026-12-01T09:30:00.000Z' })
  verified_at: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When the token ends; null: never, or unknown.',
    example: '2027-01-30T09:30:00.000Z',
  })
  expires_at: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: "When Meta ends the access to the person's data; null: never, or unknown.",
    example: '2027-03-01T09:30:00.000Z',
  })
  data_access_expires_at: string | null;
  @ApiProperty({ type: String, nullable: true, example: null }) paused_reason: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'Null while paused: it waits to be connected again.',
    example: null,
  })
  resumes_at: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'For an Instagram account: the id of its Page.',
    example: null,
  })
  page_id: string | null;
  @ApiProperty({ type: 'integer', description: 'minutes', example: 60 }) upload_frequency: number;
  @ApiProperty({ type: 'integer', description: 'minutes', example: 60 }) photo_upload_frequency: number;
  @ApiProperty({
    enum: ['frequency', 'slots'],
    description: 'How posts without a time get one.',
    example: 'frequency',
  })
  posting: 'frequency' | 'slots';
  @ApiProperty({ type: [PostingTimeView], description: 'Kept while `posting` is `frequency`.', example: [] })
  slots: PostingTimeView[];
  @ApiProperty({ type: [String], nullable: true, description: 'null: they cannot be read.', example: [] })
  missing_permissions: string[] | null;
  @ApiProperty({ type: 'integer', description: 'Pending items.', example: 4 }) pending: number;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When the next item goes out; null: none is to come.',
    example: '2026-12-01T12:00:00.000Z',
  })
  next_at: string | null;
}

export function viewAccount(
  row: Row<'accounts'>,
  { pending, nextAt }: Outlook,
  links: MediaLinks,
  now: number,
): AccountView {
  const { id: remote_id, name, status, ...connection } = connectionOf(row, now);
  return {
    id: row.id,
    network: row.network,
    remote_id,
    name,
    picture_path: row.picture_key === null ? null : links.sign(row.picture_key),
    is_default: row.is_default ?? 0,
    status,
    ...connection,
    data_access_expires_at: toIsoOrNull(row.data_access_expires_at),
    page_id: row.page_remote_id,
    upload_frequency: row.upload_frequency,
    photo_upload_frequency: row.photo_upload_frequency,
    posting: row.posting,
    slots: row.slots === null ? [] : (JSON.parse(row.slots) as PostingTimeView[]),
    pending,
    next_at: toIsoOrNull(nextAt),
  };
}

import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { toIso, toIsoOrNull } from '../common/instants';
import type { Row } from '../database/tables';
import type { MediaLinks } from '../ports/storage/media-links';
import { STATUSES, type PostStatus } from './post-status';

export type PostRow = Row<'posts'>;

export type PublishStepRow = Row<'publish_steps'>;

/** The columns that the API shows; a list reads no others. */
export type ShownPost = Pick<
  PostRow,
  | 'id'
  | 'title'
  | 'description'
  | 'status'
  | 'scheduled_for'
  | 'file_key'
  | 'poster_key'
  | 'size_bytes'
  | 'width'
  | 'height'
  | 'duration_ms'
  | 'upload_error'
  | 'posted_text'
  | 'permalink'
  | 'published_at'
  | 'shared_video_id'
  | 'created_at'
  | 'dismissed_at'
>;

export class PublishStepView {
  @ApiProperty({ format: 'date-time', example: '2026-12-05T12:00:01.000Z' }) at: string;
  @ApiProperty({ example: 'publish' }) step: string;
  @ApiProperty({ enum: ['done', 'failed', 'unknown', 'in progress', 'interrupted'], example: 'done' })
  outcome: string;
  @ApiProperty({ type: String, nullable: true, example: null }) message: string | null;
  @ApiProperty({ type: 'integer', nullable: true, description: "Meta's code", example: null }) code:
    number | null;
  @ApiProperty({ type: 'integer', nullable: true, description: "Meta's subcode", example: null }) subcode:
    number | null;
  @ApiProperty({ type: String, nullable: true, description: "Meta's trace", example: null }) trace_id:
    string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The id that the network gave.',
    example: '1122334455667788',
  })
  remote_id: string | null;
}

/** The library category of the video that a post was made from. */
export class CategoryOfPost {
  @ApiProperty({ type: 'integer', example: 3 }) id: number;
  @ApiProperty({ example: 'Recipes' }) name: string;
}

export class PostView {
  @ApiProperty({ type: 'integer', example: 481 }) id: number;
  @ApiProperty({ example: 'Winter menu' }) title: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Null: one of the captions is posted in its place.',
    example: 'Our winter menu starts today.',
  })
  description: string | null;
  @ApiProperty({ enum: STATUSES, example: 'pending' }) status: PostStatus;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Signed; shown from /storage/.',
    example: 'a3f1c2.mp4?expires=1764957600&signature=9c0d',
  })
  file_path: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Signed; shown from `/storage/`.',
    example: 'a3f1c2.jpg?expires=1764957600&signature=4be1',
  })
  thumbnail_path: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'Null: its turn comes by the posting frequency.',
    example: '2026-12-05T12:00:00.000Z',
  })
  scheduled_for: string | null;
  @ApiProperty({
    format: 'date-time',
    description: 'When its upload began.',
    example: '2026-12-01T09:30:00.000Z',
  })
  created_at: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Why it failed, or why it is being tried again.',
    example: null,
  })
  upload_error: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When the failure was taken off the home screen.',
    example: null,
  })
  dismissed_at: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time', example: null }) published_at:
    string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Where it can be seen.', example: null })
  permalink: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The text that was posted with it.',
    example: null,
  })
  posted_text: string | null;
  @ApiProperty({ type: 'integer', example: 18350080 }) size_bytes: number;
  @ApiProperty({ type: 'integer', example: 1080 }) width: number;
  @ApiProperty({ type: 'integer', example: 1920 }) height: number;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Null for a photo.', example: 15200 })
  duration_ms: number | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The video of the library it was made from.',
    example: null,
  })
  shared_video_id: number | null;
  @ApiProperty({ type: 'integer', nullable: true, example: null }) category_id: number | null;
  @ApiProperty({ type: CategoryOfPost, nullable: true }) category: CategoryOfPost | null;
  @ApiPropertyOptional({ type: [PublishStepView], description: 'Only where one item is asked for.' })
  attempts?: PublishStepView[];
}

export function viewPost(row: ShownPost, links: MediaLinks, category: CategoryOfPost | null): PostView {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    status: row.status,
    file_path: row.file_key && links.sign(row.file_key),
    thumbnail_path: row.poster_key && links.sign(row.poster_key),
    scheduled_for: toIsoOrNull(row.scheduled_for),
    created_at: toIso(row.created_at),
    upload_error: row.upload_error,
    dismissed_at: toIsoOrNull(row.dismissed_at),
    published_at: toIsoOrNull(row.published_at),
    permalink: row.permalink,
    posted_text: row.posted_text,
    size_bytes: row.size_bytes,
    width: row.width,
    height: row.height,
    duration_ms: row.duration_ms,
    shared_video_id: row.shared_video_id,
    category_id: category?.id ?? null,
    category,
  };
}

export const viewStep = (row: PublishStepRow, ongoing: boolean): PublishStepView => ({
  at: toIso(row.started_at),
  step: row.step,
  outcome: row.outcome ?? (ongoing ? 'in progress' : 'interrupted'),
  message: row.message,
  code: row.code,
  subcode: row.subcode,
  trace_id: row.trace_id,
  remote_id: row.remote_id,
});

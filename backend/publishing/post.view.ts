import { toIso, toIsoOrNull } from '../common/instants';
import type { Row } from '../database/tables';
import { ApiProperty, ApiPropertyOptional } from '../common/openapi';
import type { MediaLinks } from '../ports/storage/media-links';
import { STATUSES, type PostStatus } from './post-status';

/** A post as its row, and a step of its publication. */
export type PostRow = Row<'posts'>;

export type AttemptRow = Row<'publish_steps'>;

/** What of it is shown; a list reads no more than this. */
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

export class AttemptView {
  @ApiProperty({ format: 'date-time' }) at: string;
  @ApiProperty() step: string;
  @ApiProperty({ enum: ['done', 'failed', 'unknown', 'in progress', 'interrupted'] }) outcome: string;
  @ApiProperty({ type: String, nullable: true }) message: string | null;
  @ApiProperty({ type: Number, nullable: true, description: "Meta's code" }) code: number | null;
  @ApiProperty({ type: Number, nullable: true }) subcode: number | null;
  @ApiProperty({ type: String, nullable: true }) trace_id: string | null;
  @ApiProperty({ type: String, nullable: true }) remote_id: string | null;
}

/** The category of the library's video that a post was made from. */
export class CategoryOfPost {
  @ApiProperty() id: number;
  @ApiProperty() name: string;
}

export class PostView {
  @ApiProperty() id: number;
  @ApiProperty() title: string;
  @ApiProperty({ type: String, nullable: true }) description: string | null;
  @ApiProperty({ enum: STATUSES }) status: PostStatus;
  @ApiProperty({ type: String, nullable: true, description: 'Signed; shown from /storage/.' }) file_path:
    string | null;
  @ApiProperty({ type: String, nullable: true }) thumbnail_path: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) scheduled_for: string | null;
  @ApiProperty({ format: 'date-time', description: 'When its upload began.' }) created_at: string;
  @ApiProperty({ type: String, nullable: true }) upload_error: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) dismissed_at: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) published_at: string | null;
  @ApiProperty({ type: String, nullable: true }) permalink: string | null;
  @ApiProperty({ type: String, nullable: true }) posted_text: string | null;
  @ApiProperty() size_bytes: number;
  @ApiProperty() width: number;
  @ApiProperty() height: number;
  @ApiProperty({ type: Number, nullable: true }) duration_ms: number | null;
  @ApiProperty({ type: Number, nullable: true, description: 'The video of the library it was made from.' })
  shared_video_id: number | null;
  @ApiProperty({ type: Number, nullable: true }) category_id: number | null;
  @ApiProperty({ type: CategoryOfPost, nullable: true }) category: CategoryOfPost | null;
  @ApiPropertyOptional({ type: [AttemptView], description: 'Only where one item is asked for.' })
  attempts?: AttemptView[];
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

export const viewAttempt = (row: AttemptRow, ongoing: boolean): AttemptView => ({
  at: toIso(row.started_at),
  step: row.step,
  outcome: row.outcome ?? (ongoing ? 'in progress' : 'interrupted'),
  message: row.message,
  code: row.code,
  subcode: row.subcode,
  trace_id: row.trace_id,
  remote_id: row.remote_id,
});

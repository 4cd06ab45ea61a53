import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { toIso, toIsoOrNull } from '../../common/time/instants';
import type { Row } from '../../database/tables';
import { NETWORKS, type NetworkName } from '../../ports/networks/network';
import type { MediaLinks } from '../../ports/storage/media-links';
import { FORMATS, type FormatName, type PostKind } from '../formats/formats';
import { KINDS, mediaTypeOf } from '../formats/lists';
import type { Place } from '../posting-queues/kept-places';
import {
  AccountOfPost,
  CategoryOfPost,
  coverOf,
  CoverOfPost,
  MediumOfPost,
  PublishStepView,
  viewFile,
  type FileRow,
  type MediumOf,
} from './post-parts.view';
import { STATUSES, type PostStatus } from './post-status';

export type PostRow = Row<'posts'>;

export const FORMAT_NAMES: FormatName[] = [...new Set(FORMATS.map(({ name }) => name))];

/** The columns that the API shows; a list reads no others. */
export type ShownPost = Pick<
  PostRow,
  | 'id'
  | 'account_id'
  | 'kind'
  | 'network'
  | 'format'
  | 'group_id'
  | 'draft'
  | 'title'
  | 'description'
  | 'status'
  | 'scheduled_for'
  | 'due_at'
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
  | 'published_on'
  | 'shared_video_id'
  | 'created_at'
  | 'dismissed_at'
  | 'alt_text'
  | 'link'
  | 'cover_at_ms'
  | 'cover_key'
  | 'first_comment'
  | 'first_comment_status'
  | 'first_comment_error'
> & {
  /** Absent where it was not read with the row. */
  account_name?: string | null;
};

export class PostView {
  @ApiProperty({ type: 'integer', example: 481 }) id: number;
  @ApiProperty({ enum: KINDS, description: 'The list that it belongs to.', example: 'video' }) kind: PostKind;
  @ApiProperty({ enum: NETWORKS, example: 'facebook' }) network: NetworkName;
  @ApiProperty({ enum: FORMAT_NAMES, description: 'What it becomes on its network.', example: 'video' })
  format: FormatName;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The same in all posts that were made together.',
    example: null,
  })
  group_id: number | null;
  @ApiProperty({ enum: [0, 1], description: '1: it never goes out, whatever its time.', example: 0 })
  draft: 0 | 1;
  @ApiProperty({
    type: AccountOfPost,
    nullable: true,
    description: 'Null: it waits for an account on its network.',
  })
  account: AccountOfPost | null;
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
    type: 'integer',
    nullable: true,
    description: 'Its place among the posts of its account that wait for their turn, from 1.',
    example: null,
  })
  position: number | null;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When it goes out, if it is pending; null for a draft, and if its account may not post.',
    example: '2026-12-05T12:00:00.000Z',
  })
  next_at: string | null;
  @ApiProperty({
    enum: ['time', 'frequency', 'slot'],
    nullable: true,
    description: 'Why then: its own time, the posting frequency, or one of the posting times.',
    example: 'time',
  })
  next_why: Place['why'];
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
  @ApiProperty({ type: [MediumOfPost], description: 'Its files, in their order.' }) media: MediumOfPost[];
  @ApiProperty({ type: CoverOfPost, nullable: true }) cover: CoverOfPost | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Where a post of text leads to.',
    example: null,
  })
  link: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Posted under it.', example: null })
  first_comment: string | null;
  @ApiProperty({ enum: ['waiting', 'posted', 'failed'], nullable: true, example: null })
  first_comment_status: 'waiting' | 'posted' | 'failed' | null;
  @ApiProperty({ type: String, nullable: true, example: null }) first_comment_error: string | null;
  @ApiPropertyOptional({ type: [PublishStepView], description: 'Only where one item is asked for.' })
  attempts?: PublishStepView[];
}

/** What is read of a post besides its row. */
interface Around {
  category: CategoryOfPost | null;
  account: AccountOfPost | null;
  place: Place;
  /** The files after the first one. */
  further: readonly Row<'post_media'>[];
  mediumOf: MediumOf;
}

export function viewPost(
  row: ShownPost,
  links: MediaLinks,
  { category, account, place, further, mediumOf }: Around,
): PostView {
  const type = mediaTypeOf(row);
  const shownFile = (file: FileRow, kind: MediumOfPost['type']) => viewFile(file, kind, links, mediumOf);
  return {
    id: row.id,
    kind: row.kind,
    network: row.network,
    format: row.format,
    group_id: row.group_id,
    draft: row.draft,
    account,
    title: row.title,
    description: row.description,
    status: row.status,
    file_path: row.file_key && links.sign(row.file_key),
    thumbnail_path: row.poster_key && links.sign(row.poster_key),
    scheduled_for: toIsoOrNull(row.scheduled_for),
    position: place.position,
    next_at: toIsoOrNull(place.nextAt),
    next_why: place.why,
    created_at: toIso(row.created_at),
    upload_error: row.upload_error,
    dismissed_at: toIsoOrNull(row.dismissed_at),
    published_at: toIsoOrNull(row.published_at),
    permalink: row.permalink,
    posted_text: row.posted_text || null,
    size_bytes: row.size_bytes,
    width: row.width,
    height: row.height,
    duration_ms: row.duration_ms,
    shared_video_id: row.shared_video_id,
    category_id: category?.id ?? null,
    category,
    media:
      type === 'none' ? [] : [shownFile(row, type), ...further.map((file) => shownFile(file, file.type))],
    cover: coverOf(row, links, mediumOf),
    link: row.link,
    first_comment: row.first_comment,
    first_comment_status: row.first_comment_status,
    first_comment_error: row.first_comment_error,
  };
}

import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { toIso } from '../../common/time/instants';
import type { Row } from '../../database/tables';
import { NETWORKS, type NetworkName } from '../../ports/networks/network';
import type { MediaLinks } from '../../ports/storage/media-links';

export type PublishStepRow = Row<'publish_steps'>;

/** Finds the id of the upload that has this file. */
export type MediumOf = (fileKey: string | null) => string | null;

export const STEP = 'What was asked of the network. `result`: the post failed without a call that failed.';

export class PublishStepView {
  @ApiProperty({ format: 'date-time', example: '2026-12-05T12:00:01.000Z' }) at: string;
  @ApiProperty({ description: STEP, example: 'publish' }) step: string;
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

/** The account that a post goes to or went to. It may be removed. */
export class AccountOfPost {
  @ApiProperty({ type: 'integer', example: 4 }) id: number;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Null if the network has not told it, or its owner had it erased.',
    example: 'Corner Bakery',
  })
  name: string | null;
  @ApiProperty({ enum: NETWORKS, example: 'facebook' }) network: NetworkName;
}

/** A file of a post, in the order in which it shows them. */
export class MediumOfPost {
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The upload that it is made of; null if it is none, or its bytes are gone.',
    example: '5f0c8e1d2b7a49f6a3c4d5e6f7081920',
  })
  media_id: string | null;
  @ApiProperty({ enum: ['image', 'video'], example: 'image' }) type: 'image' | 'video';
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Says what it shows.',
    example: 'A loaf of bread',
  })
  alt_text: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Signed; shown from `/storage/`.',
    example: 'a3f1c2.jpg?expires=1764957600&signature=9c0d',
  })
  file_path: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Signed; shown from `/storage/`.',
    example: 'a3f1c2.jpg?expires=1764957600&signature=4be1',
  })
  thumbnail_path: string | null;
  @ApiProperty({ type: 'integer', example: 350080 }) size_bytes: number;
  @ApiProperty({ type: 'integer', example: 1080 }) width: number;
  @ApiProperty({ type: 'integer', example: 1350 }) height: number;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Null for a picture.', example: null })
  duration_ms: number | null;
}

/** What a film shows before it plays: one of its frames, or a picture. */
export class CoverOfPost {
  @ApiPropertyOptional({ type: 'integer', description: 'The frame, from the beginning.', example: 1500 })
  at_ms?: number;
  @ApiPropertyOptional({
    description: 'The upload of the picture.',
    example: '5f0c8e1d2b7a49f6a3c4d5e6f7081920',
  })
  media_id?: string;
  @ApiPropertyOptional({
    description: 'The picture: signed; shown from `/storage/`.',
    example: 'a3f1c2.jpg?expires=1764957600&signature=4be1',
  })
  file_path?: string;
}

export type FileRow = Pick<
  Row<'post_media'>,
  'file_key' | 'poster_key' | 'alt_text' | 'size_bytes' | 'width' | 'height' | 'duration_ms'
>;

export const viewFile = (
  { file_key, poster_key, alt_text, size_bytes, width, height, duration_ms }: FileRow,
  type: MediumOfPost['type'],
  links: MediaLinks,
  mediumOf: MediumOf,
): MediumOfPost => ({
  media_id: mediumOf(file_key),
  type,
  alt_text,
  file_path: file_key && links.sign(file_key),
  thumbnail_path: poster_key && links.sign(poster_key),
  ...{ size_bytes, width, height, duration_ms },
});

export function coverOf(
  { cover_at_ms, cover_key }: Pick<Row<'posts'>, 'cover_at_ms' | 'cover_key'>,
  links: MediaLinks,
  mediumOf: MediumOf,
): CoverOfPost | null {
  if (cover_at_ms !== null) return { at_ms: cover_at_ms };
  if (cover_key === null) return null;
  const media_id = mediumOf(cover_key);
  return { ...(media_id !== null && { media_id }), file_path: links.sign(cover_key) };
}

export const viewAccount = ({ id, name, network }: AccountOfPost): AccountOfPost => ({ id, name, network });

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

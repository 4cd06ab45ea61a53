import { ApiProperty } from '@nestjs/swagger';
import { toIso } from '../common/time/instants';
import type { Row } from '../database/tables';
import type { MediaLinks } from '../ports/storage/media-links';

export type SharedVideoRow = Omit<Row<'shared_videos'>, 'deleted_at'> & { category_name: string | null };

class CategoryOfVideo {
  @ApiProperty({ type: 'integer', example: 3 }) id: number;
  @ApiProperty({ example: 'Recipes' }) name: string;
}

export class SharedVideoView {
  @ApiProperty({ type: 'integer', example: 9 }) id: number;
  @ApiProperty({ example: 'Knead by hand' }) title: string;
  @ApiProperty({ type: String, nullable: true, example: 'Ten minutes, no machine.' }) description:
    string | null;
  @ApiProperty({
    description: 'Signed; shown from /storage/.',
    example: 'b7d2e0.mp4?expires=1764957600&signature=77aa',
  })
  file_path: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Signed; shown from `/storage/`.',
    example: 'b7d2e0.jpg?expires=1764957600&signature=12cd',
  })
  thumbnail_path: string | null;
  @ApiProperty({ type: 'integer', nullable: true, example: 3 }) category_id: number | null;
  @ApiProperty({ type: CategoryOfVideo, nullable: true }) category: CategoryOfVideo | null;
  @ApiProperty({ type: 'integer', example: 12582912 }) size_bytes: number;
  @ApiProperty({ type: 'integer', example: 1080 }) width: number;
  @ApiProperty({ type: 'integer', example: 1920 }) height: number;
  @ApiProperty({ type: 'integer', nullable: true, example: 21000 }) duration_ms: number | null;
  @ApiProperty({ format: 'date-time', example: '2026-11-20T10:00:00.000Z' }) created_at: string;
}

export function viewSharedVideo(row: SharedVideoRow, links: MediaLinks): SharedVideoView {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    file_path: links.sign(row.file_key),
    thumbnail_path: row.poster_key && links.sign(row.poster_key),
    category_id: row.category_id,
    category: row.category_id === null ? null : { id: row.category_id, name: row.category_name ?? '' },
    size_bytes: row.size_bytes,
    width: row.width,
    height: row.height,
    duration_ms: row.duration_ms,
    created_at: toIso(row.created_at),
  };
}

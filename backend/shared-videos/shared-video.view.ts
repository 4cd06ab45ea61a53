import { toIso } from '../common/instants';
import { ApiProperty } from '../common/openapi';
import type { Row } from '../database/tables';
import type { MediaLinks } from '../ports/storage/media-links';

export type SharedVideoRow = Omit<Row<'shared_videos'>, 'deleted_at'> & { category_name: string | null };

class CategoryOfVideo {
  @ApiProperty() id: number;
  @ApiProperty() name: string;
}

export class SharedVideoView {
  @ApiProperty() id: number;
  @ApiProperty() title: string;
  @ApiProperty({ type: String, nullable: true }) description: string | null;
  @ApiProperty({ description: 'Signed; shown from /storage/.' }) file_path: string;
  @ApiProperty({ type: String, nullable: true }) thumbnail_path: string | null;
  @ApiProperty({ type: Number, nullable: true }) category_id: number | null;
  @ApiProperty({ type: CategoryOfVideo, nullable: true }) category: CategoryOfVideo | null;
  @ApiProperty() size_bytes: number;
  @ApiProperty() width: number;
  @ApiProperty() height: number;
  @ApiProperty({ type: Number, nullable: true }) duration_ms: number | null;
  @ApiProperty({ format: 'date-time' }) created_at: string;
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

import { ApiProperty } from '@nestjs/swagger';
import { toIsoOrNull } from '../common/time/instants';
import { fitsOf, type Fit } from '../media/fits';
import { NETWORKS } from '../ports/networks/network';
import type { MediaLinks } from '../ports/storage/media-links';
import { factsOf } from './medium-facts';
import type { MediumRow } from './media-rows';

class FitView implements Fit {
  @ApiProperty({ enum: NETWORKS, example: 'facebook' }) network: Fit['network'];
  @ApiProperty({ enum: ['reel', 'video', 'photo', 'story'], example: 'reel' }) format: Fit['format'];
  @ApiProperty({ enum: [0, 1], example: 0 }) ok: 0 | 1;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Why it does not fit.',
    example: 'A Facebook reel lasts 3 to 90 seconds',
  })
  message: string | null;
}

export class MediumView {
  @ApiProperty({ pattern: '^[0-9a-f]{32}$', example: '5f0c8e1d2b7a49f6a3c4d5e6f7081920' }) id: string;
  @ApiProperty({ description: 'Name of the file.', example: 'winter-menu.mp4' }) name: string;
  @ApiProperty({ description: 'The type that its bytes have.', example: 'video/mp4' }) type: string;
  @ApiProperty({ type: 'integer', example: 18350080 }) size_bytes: number;
  @ApiProperty({ type: 'integer', example: 1080 }) width: number;
  @ApiProperty({ type: 'integer', example: 1920 }) height: number;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Null for a picture.', example: 95000 })
  duration_ms: number | null;
  @ApiProperty({
    description: 'A signed link.',
    example: '5f0c8e1d2b.mp4?expires=1795478400&signature=CK76TLEX',
  })
  file_path: string;
  @ApiProperty({ type: String, nullable: true, example: null }) thumbnail_path: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When it is deleted if no item uses it; null while one does.',
    example: '2026-12-06T12:00:00.000Z',
  })
  expires_at: string | null;
  @ApiProperty({ type: [FitView], description: 'Which formats take it.' }) fits: FitView[];
}

export function viewMedium(
  row: MediumRow,
  links: MediaLinks,
  { isUsed, maxVideoBytes }: { isUsed: boolean; maxVideoBytes: number },
): MediumView {
  return {
    id: row.id,
    name: row.name,
    type: row.type ?? '',
    size_bytes: row.size_bytes,
    width: row.width ?? 0,
    height: row.height ?? 0,
    duration_ms: row.duration_ms,
    file_path: links.sign(row.file_key ?? ''),
    thumbnail_path: row.poster_key && links.sign(row.poster_key),
    expires_at: isUsed ? null : toIsoOrNull(row.expires_at),
    fits: fitsOf(factsOf(row), maxVideoBytes),
  };
}

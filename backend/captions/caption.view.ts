import { ApiProperty } from '@nestjs/swagger';
import { toIso } from '../common/time/instants';
import type { Row } from '../database/tables';
import { LONGEST_CAPTION } from './caption-text';

type CaptionRow = Pick<Row<'captions'>, 'id' | 'content' | 'created_at'>;

export class CaptionView {
  @ApiProperty({ type: 'integer', example: 5 }) id: number;
  @ApiProperty({ example: 'Fresh from the oven.' }) content: string;
  @ApiProperty({ format: 'date-time', example: '2026-12-01T09:30:00.000Z' }) created_at: string;
}

export const viewCaption = ({ id, content, created_at }: CaptionRow): CaptionView => ({
  id,
  content,
  created_at: toIso(created_at),
});

/** The body of a call that writes one caption. */
export class CaptionContent {
  @ApiProperty({ maxLength: LONGEST_CAPTION, example: 'Fresh from the oven.' }) content: string;
}

export class SkippedCaption {
  @ApiProperty({ type: 'integer', description: 'place in the file, from 0', example: 3 }) index: number;
  @ApiProperty({ description: 'its first 80 characters', example: '' }) content: string;
  @ApiProperty({ example: 'Write something: a caption must not be empty.' }) reason: string;
}

/** The result of storing a file of captions. */
export class BulkView {
  @ApiProperty({ type: 'integer', example: 24 }) created: number;
  @ApiProperty({ type: [SkippedCaption] }) skipped: SkippedCaption[];
}

import { toIso } from '../common/instants';
import { ApiProperty } from '../common/openapi';
import type { Row } from '../database/tables';
import { LONGEST_CAPTION } from './caption-text';

type CaptionRow = Pick<Row<'captions'>, 'id' | 'content' | 'created_at'>;

export class CaptionView {
  @ApiProperty() id: number;
  @ApiProperty() content: string;
  @ApiProperty({ format: 'date-time' }) created_at: string;
}

export const viewCaption = ({ id, content, created_at }: CaptionRow): CaptionView => ({
  id,
  content,
  created_at: toIso(created_at),
});

/** The body of a call that writes one caption. */
export class CaptionContent {
  @ApiProperty({ maxLength: LONGEST_CAPTION }) content: string;
}

export class SkippedCaption {
  @ApiProperty({ description: 'place in the file, from 0' }) index: number;
  @ApiProperty({ description: 'its first 80 characters' }) content: string;
  @ApiProperty() reason: string;
}

/** What became of a file of captions. */
export class BulkView {
  @ApiProperty() created: number;
  @ApiProperty({ type: [SkippedCaption] }) skipped: SkippedCaption[];
}

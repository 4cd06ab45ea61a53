import { ApiProperty } from '@nestjs/swagger';
import { PostView } from '../posts/post.view';

export const WARNING_CODES = [
  'same_media',
  'same_text',
  'too_close',
  'over_limit',
  'paused',
  'no_plan',
] as const;

export type WarningCode = (typeof WARNING_CODES)[number];

/** What the user may not have meant. It never stops anything. */
export class WarningView {
  @ApiProperty({ enum: WARNING_CODES, example: 'too_close' }) code: WarningCode;
  @ApiProperty({ example: '"Winter menu" goes out on the same account within 15 minutes.' }) message: string;
  @ApiProperty({ type: 'integer', description: 'Index of the target that it is about.', example: 0 })
  target: number;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The other item that it is about.',
    example: 482,
  })
  item_id: number | null;
}

export class RescheduledPostView extends PostView {
  @ApiProperty({ type: [WarningView] }) warnings: WarningView[];
}

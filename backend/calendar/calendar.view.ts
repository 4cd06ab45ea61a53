import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { PostKind } from '../publishing/formats/formats';
import { KINDS } from '../publishing/formats/lists';
import { PostView } from '../publishing/posts/post.view';
import { AccountOfPost } from '../publishing/posts/post-parts.view';
import { WarningView } from '../publishing/warnings/warning.view';

export class CalendarItemView extends PostView {
  @ApiProperty({
    format: 'date-time',
    description: 'Where it stands in the calendar.',
    example: '2026-12-05T12:00:00.000Z',
  })
  at: string;
}

/** A future automatic publication, as currently planned: what goes out, and why at that time. */
export class CalendarSlotView {
  @ApiProperty({ enum: KINDS, example: 'video' }) kind: PostKind;
  @ApiProperty({ format: 'date-time', example: '2026-12-05T13:00:00.000Z' }) at: string;
  @ApiProperty({
    enum: ['frequency', 'slot', 'library'],
    description: "`slot`: at one of its account's posting times.",
    example: 'frequency',
  })
  why: 'frequency' | 'slot' | 'library';
  @ApiProperty({ type: AccountOfPost, nullable: true }) account: AccountOfPost | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'The id of that account.', example: 4 })
  account_id: number | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'The item whose turn it is.', example: 482 })
  id: number | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The shared video whose turn it is.',
    example: null,
  })
  shared_video_id: number | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Of that item or shared video.',
    example: 'Winter menu',
  })
  title: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Signed; shown from `/storage/`.',
    example: 'a3f1c2.jpg?expires=1764957600&signature=4be1',
  })
  thumbnail_path: string | null;
}

class CalendarItemsView {
  @ApiProperty({ type: [CalendarItemView] }) items: CalendarItemView[];
}

export class CalendarWindowView extends CalendarItemsView {
  @ApiProperty({ type: [CalendarSlotView] }) slots: CalendarSlotView[];
  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    description: 'Only when there are too many slots in the window: all before this instant are given.',
    example: '2026-12-24T18:30:00.000Z',
  })
  slots_until?: string;
}

/** Many posts with their new times. */
export class BatchView extends CalendarItemsView {
  @ApiProperty({
    type: [WarningView],
    description: 'What may not be meant. What is said of several is said once.',
  })
  warnings: WarningView[];
}

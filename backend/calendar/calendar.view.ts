import { ApiProperty } from '@nestjs/swagger';
import type { PostKind } from '../publishing/formats/formats';
import { KINDS } from '../publishing/formats/lists';
import { PostView } from '../publishing/post.view';

export class CalendarItemView extends PostView {
  @ApiProperty({ enum: KINDS, example: 'video' }) kind: PostKind;
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
  @ApiProperty({ enum: ['frequency', 'library'], example: 'frequency' }) why: 'frequency' | 'library';
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

export class CalendarItemsView {
  @ApiProperty({ type: [CalendarItemView] }) items: CalendarItemView[];
}

export class CalendarWindowView extends CalendarItemsView {
  @ApiProperty({ type: [CalendarSlotView] }) slots: CalendarSlotView[];
}

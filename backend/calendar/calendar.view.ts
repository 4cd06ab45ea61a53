import { ApiProperty } from '../common/openapi';
import type { PostKind } from '../publishing/formats/formats';
import { KINDS } from '../publishing/formats/lists';
import { PostView } from '../publishing/post.view';

export class CalendarItemView extends PostView {
  @ApiProperty({ enum: KINDS }) kind: PostKind;
  @ApiProperty({ format: 'date-time', description: 'Where it stands in the calendar.' }) at: string;
}

/** An automatic publication to come: what will go out, as things stand, and why then. */
export class CalendarSlotView {
  @ApiProperty({ enum: KINDS }) kind: PostKind;
  @ApiProperty({ format: 'date-time' }) at: string;
  @ApiProperty({ enum: ['frequency', 'library'] }) why: 'frequency' | 'library';
  @ApiProperty({ type: Number, nullable: true, description: 'The item whose turn it is.' }) id: number | null;
  @ApiProperty({ type: Number, nullable: true }) shared_video_id: number | null;
  @ApiProperty({ type: String, nullable: true, description: 'Of that item or shared video.' }) title:
    string | null;
  @ApiProperty({ type: String, nullable: true }) thumbnail_path: string | null;
}

export class CalendarItemsView {
  @ApiProperty({ type: [CalendarItemView] }) items: CalendarItemView[];
}

export class CalendarWindowView extends CalendarItemsView {
  @ApiProperty({ type: [CalendarSlotView] }) slots: CalendarSlotView[];
}

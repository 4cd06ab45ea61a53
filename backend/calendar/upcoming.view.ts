import { ApiProperty } from '../common/openapi';
import type { PostKind } from '../publishing/formats/formats';
import { KINDS } from '../publishing/formats/lists';
import { PostView } from '../publishing/post.view';

export class UpcomingItemView {
  @ApiProperty({ enum: KINDS }) kind: PostKind;
  @ApiProperty({ format: 'date-time', description: 'When it goes out, went out or failed.' }) at: string;
  @ApiProperty({ type: PostView }) item: PostView;
}

/** Something to come: by its own time, by the posting frequency, or from the shared library (no item yet). */
export class NextOutView {
  @ApiProperty({ enum: KINDS }) kind: PostKind;
  @ApiProperty({ format: 'date-time' }) at: string;
  @ApiProperty({ enum: ['time', 'frequency', 'library'] }) why: 'time' | 'frequency' | 'library';
  @ApiProperty({ type: PostView, nullable: true }) item: PostView | null;
}

export class UpcomingView {
  @ApiProperty({ type: [NextOutView], description: 'The first three, over all kinds.' }) next: NextOutView[];
  @ApiProperty({ description: 'Pending items without a time.' }) waiting: number;
  @ApiProperty({ type: [UpcomingItemView], description: 'The latest three of the last two weeks.' })
  failed: UpcomingItemView[];
  @ApiProperty({ type: UpcomingItemView, nullable: true, description: 'What went out last.' })
  last: UpcomingItemView | null;
}

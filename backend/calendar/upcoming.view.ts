import { ApiProperty } from '@nestjs/swagger';
import type { PostKind } from '../publishing/formats/formats';
import { KINDS } from '../publishing/formats/lists';
import { PostView } from '../publishing/posts/post.view';
import { AccountOfPost } from '../publishing/posts/post-parts.view';

export class UpcomingItemView {
  @ApiProperty({ enum: KINDS, example: 'video' }) kind: PostKind;
  @ApiProperty({
    format: 'date-time',
    description: 'When it goes out, went out or failed.',
    example: '2026-12-01T09:30:00.000Z',
  })
  at: string;
  @ApiProperty({ type: PostView }) item: PostView;
}

/** One of the next publications: at its own time, by the posting frequency or posting times, or from the shared library (no item yet). */
export class NextOutView {
  @ApiProperty({ enum: KINDS, example: 'video' }) kind: PostKind;
  @ApiProperty({ format: 'date-time', example: '2026-12-05T12:00:00.000Z' }) at: string;
  @ApiProperty({ enum: ['time', 'frequency', 'slot', 'library'], example: 'time' }) why:
    'time' | 'frequency' | 'slot' | 'library';
  @ApiProperty({ type: AccountOfPost, nullable: true }) account: AccountOfPost | null;
  @ApiProperty({ type: PostView, nullable: true }) item: PostView | null;
}

export class UpcomingView {
  @ApiProperty({ type: [NextOutView], description: 'The first three, over all kinds.' }) next: NextOutView[];
  @ApiProperty({ type: 'integer', description: 'Pending items without a time.', example: 4 }) waiting: number;
  @ApiProperty({ type: [UpcomingItemView], description: 'The latest three of the last two weeks.' })
  failed: UpcomingItemView[];
  @ApiProperty({ type: UpcomingItemView, nullable: true, description: 'What went out last.' })
  last: UpcomingItemView | null;
}

import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { RemainingView } from '../../subscriptions/subscription.view';
import type { FormatName } from '../formats/formats';
import { FORMAT_NAMES, PostView } from '../posts/post.view';
import { WarningView } from '../warnings/warning.view';
import { MOST_FILES, MOST_TARGETS } from './body-reader';
import { LONGEST_TEXT } from './text-limits';

const TIME = {
  type: String,
  nullable: true,
  example: '2026-12-05 12:00:00',
} as const;

const MEDIUM_ID = { pattern: '^[0-9a-f]{32}$', example: '5f0c8e1d2b7a49f6a3c4d5e6f7081920' };

/** The bodies of these calls are checked by `BodyReader`, which names what is wrong by its place. */
export class CoverDto {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    description:
      'A frame of the video; either this or `media_id`. Facebook takes pictures alone, and then shows a frame of its own choice.',
    example: 1500,
  })
  at_ms?: number;
  @ApiPropertyOptional({ ...MEDIUM_ID, description: 'An uploaded JPEG or PNG picture.' })
  media_id?: string;
}

export class ChosenFileDto {
  @ApiPropertyOptional({ ...MEDIUM_ID, description: 'Id of an upload; either this or `shared_video_id`.' })
  media_id?: string;
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    description:
      'A video of the shared library, as the only file. It takes none of the storage, and needs the permission to use ' +
      'the library.',
    example: 9,
  })
  shared_video_id?: number;
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: 1000,
    description: 'For people who cannot see it.',
    example: 'A loaf of rye bread on a wooden board',
  })
  alt_text?: string | null;
}

class TargetDto {
  @ApiProperty({ type: 'integer', minimum: 1, example: 4 }) account_id: number;
  @ApiProperty({ enum: FORMAT_NAMES, example: 'reel' }) format: FormatName;
  @ApiPropertyOptional({ type: String, nullable: true, example: 'Our winter menu starts today. #menu' })
  description?: string | null;
  @ApiPropertyOptional({ type: String, nullable: true, example: 'Recipe on our site.' })
  first_comment?: string | null;
  @ApiPropertyOptional(TIME) scheduled_for?: string | null;
  @ApiPropertyOptional({ type: CoverDto, nullable: true }) cover?: CoverDto | null;
}

export class ComposePostsDto {
  @ApiProperty({ type: [TargetDto], minItems: 1, maxItems: MOST_TARGETS }) targets: TargetDto[];
  @ApiPropertyOptional({
    type: [ChosenFileDto],
    maxItems: MOST_FILES,
    description: 'The files of each post, in their order.',
  })
  media?: ChosenFileDto[];
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: 255,
    description: "Default: the first file's name, else the beginning of the text.",
    example: 'Winter menu',
  })
  title?: string | null;
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: LONGEST_TEXT,
    description: 'At most 2,200 characters on Instagram, with 30 hashtags and 20 mentions.',
    example: 'Our winter menu starts today.',
  })
  description?: string | null;
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: 8000,
    description: 'Posted under it once it is published. At most 2,200 characters on Instagram.',
    example: 'Recipe on our site.',
  })
  first_comment?: string | null;
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    format: 'uri',
    description: 'For the format `text` alone.',
    example: 'https://example.com/menu',
  })
  link?: string | null;
  @ApiPropertyOptional({ type: CoverDto, nullable: true, description: 'For reels and videos.' })
  cover?: CoverDto | null;
  @ApiPropertyOptional({
    ...TIME,
    description: 'As in reschedule: a time, "now", or null for the queue, which is the default.',
  })
  scheduled_for?: string | null;
  @ApiPropertyOptional({
    enum: [0, 1],
    description: '1: they never go out, whatever their time.',
    example: 0,
  })
  draft?: 0 | 1;
}

export class ComposedPostsView {
  @ApiProperty({ type: 'integer', description: 'The same in all of the posts.', example: 481 })
  group_id: number;
  @ApiProperty({ type: [PostView], description: 'In the order of the targets.' }) posts: PostView[];
  @ApiProperty({ type: [WarningView] }) warnings: WarningView[];
  @ApiProperty({ type: RemainingView }) subscription_status: RemainingView;
}

export class CheckedPostsView {
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string' } },
    description: 'As making the posts would name them; empty: they would be made.',
    example: { 'targets[0].format': ['winter-menu.mp4: A Facebook reel lasts 3 to 90 seconds'] },
  })
  errors: Record<string, string[]>;
  @ApiProperty({ type: [WarningView], description: 'Empty while there are errors.' })
  warnings: WarningView[];
}

import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Allow, IsIn, IsInt, IsNotEmpty, IsOptional, IsString, Min } from 'class-validator';
import { MostCharacters } from '../../common/fields/most-characters';
import { LONGEST_DESCRIPTION, TOO_LONG_DESCRIPTION } from '../../common/fields/description';
import { LONGEST_TITLE, TOO_LONG_TITLE } from '../../common/fields/title';
import { AllOptional } from '../../common/fields/validation.pipe';
import { MOST_ACCOUNTS } from '../new-posts/chosen-accounts';
import { MOST_FILES } from '../composing/body-reader';
import { ChosenFileDto, CoverDto } from '../composing/composed-posts.dto';
import { LONGEST_TEXT } from '../composing/text-limits';
import { MOST_MEDIA } from '../../uploads/chosen-media';
import { oneLine } from '../../common/fields/one-line';
import { trimmed } from '../../common/fields/trimmed';

export const ACCOUNT_ID = 'account_id is the id of one of your accounts.';

export class RescheduleDto {
  @ApiProperty({
    type: String,
    nullable: true,
    description:
      "'YYYY-MM-DD HH:mm:00' in the user's time zone, or ISO 8601 with an offset; 'now' is the current minute, null clears it.",
    example: '2026-12-05 12:00:00',
  })
  @IsOptional()
  scheduled_for: unknown;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description:
      'To undo a change: the time that it made, null for none. Applies only while the item still has it; then a time that has passed is taken too.',
    example: null,
  })
  @Allow()
  was?: unknown;
}

class TitleDto {
  @ApiPropertyOptional({ maxLength: LONGEST_TITLE, minLength: 1, example: 'Winter menu' })
  @Transform(oneLine)
  @IsString({ message: 'Enter a title.' })
  @IsNotEmpty({ message: 'Enter a title.' })
  @MostCharacters(LONGEST_TITLE, TOO_LONG_TITLE)
  title?: string;
}

@AllOptional()
export class EditPostDto extends TitleDto {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: LONGEST_DESCRIPTION,
    example: 'Our winter menu starts today.',
  })
  @IsOptional()
  @Transform(trimmed)
  @IsString({ message: 'A description is a text.' })
  @MostCharacters(LONGEST_DESCRIPTION, TOO_LONG_DESCRIPTION)
  description?: string | null;
}

@AllOptional()
export class ChangePostDto extends TitleDto {
  // `readChange` reads what has only this rule, and names what is wrong as `POST /posts` does.
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: LONGEST_TEXT,
    description: 'At most 2,200 characters on Instagram, with 30 hashtags and 20 mentions.',
    example: 'Our winter menu starts today.',
  })
  @IsOptional()
  description?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: 8000,
    description: 'Null: it has none. At most 2,200 characters on Instagram.',
    example: 'Recipe on our site.',
  })
  @IsOptional()
  first_comment?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    format: 'uri',
    description: 'Of a text post. Null: it has none.',
    example: 'https://example.com/menu',
  })
  @IsOptional()
  link?: string | null;

  @ApiPropertyOptional({
    type: CoverDto,
    nullable: true,
    description: 'Of a reel or video. Null: it has none.',
  })
  @IsOptional()
  cover?: CoverDto | null;

  @ApiPropertyOptional({
    type: [ChosenFileDto],
    maxItems: MOST_FILES,
    description: 'All its files, in their order. One `alt_text` without an id: the only file stays.',
  })
  @IsOptional()
  media?: ChosenFileDto[];

  @ApiPropertyOptional({
    enum: [0, 1],
    description: '1: it never goes out, whatever its time. 0: it does; if its time has passed, now.',
    example: 1,
  })
  @IsIn([0, 1], { message: 'draft is 0 or 1.' })
  draft?: 0 | 1;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    description: 'Moves it to another account of the caller on the same network.',
    example: 4,
  })
  @IsInt({ message: ACCOUNT_ID })
  @Min(1, { message: ACCOUNT_ID })
  account_id?: number;

  @ApiPropertyOptional({
    enum: [0, 1],
    description: '1: the pending posts made together with it change too, but for their account.',
    example: 0,
  })
  @IsIn([0, 1], { message: 'apply_to_group is 0 or 1.' })
  apply_to_group?: 0 | 1;
}

export class RetryDto {
  @ApiPropertyOptional({
    enum: [0, 1],
    description: '1: without a time, even when no task is free, so that it can be edited or deleted.',
    example: 0,
  })
  @IsOptional()
  @IsIn([0, 1], { message: 'unscheduled is 0 or 1.' })
  unscheduled?: number;
}

/** The body of a call that makes posts of uploaded files; checked by `PostsFromMediaService`. */
export class MediaPicks {
  @ApiProperty({
    type: [String],
    minItems: 1,
    maxItems: MOST_MEDIA,
    description: 'Ids of uploads.',
    example: ['5f0c8e1d2b7a49f6a3c4d5e6f7081920'],
  })
  media_ids: string[];
  @ApiPropertyOptional({
    type: [String],
    description:
      'At most 255 characters; in the order of the ids, like all that follow. Default: the name of the file.',
    example: ['Winter menu'],
  })
  titles?: string[];
  @ApiPropertyOptional({
    type: [String],
    description: 'At most 2200 characters.',
    example: ['Our winter menu starts today.'],
  })
  descriptions?: string[];
  @ApiPropertyOptional({
    type: [String],
    description: 'As in reschedule; empty: no time.',
    example: ['2026-12-05 12:00:00'],
  })
  scheduled_for?: string[];
  @ApiPropertyOptional({
    type: 'integer',
    isArray: true,
    minItems: 1,
    maxItems: MOST_ACCOUNTS,
    description: 'One post for each file and account. Default: the default account.',
    example: [3, 4],
  })
  account_ids?: number[];
}

/** The body of a call that makes posts from the shared library; checked by `PostsFromLibraryService`. */
export class LibraryPicks {
  @ApiProperty({ type: 'integer', isArray: true, minItems: 1, maxItems: 100, example: [9, 14] })
  shared_video_ids: number[];
  @ApiPropertyOptional({
    type: [String],
    description: 'At most 255 characters; in the order of the ids. Default: their own.',
    example: ['Knead by hand'],
  })
  titles?: string[];
  @ApiPropertyOptional({
    type: [String],
    description: 'As in reschedule; empty: no time.',
    example: ['2026-12-05 12:00:00'],
  })
  scheduled_for?: string[];
  @ApiPropertyOptional({
    type: 'integer',
    isArray: true,
    minItems: 1,
    maxItems: MOST_ACCOUNTS,
    description: 'One post for each video and account. Default: the default account.',
    example: [3, 4],
  })
  account_ids?: number[];
}

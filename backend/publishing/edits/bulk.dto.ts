import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  Allow,
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsInt,
  Matches,
  Max,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { MostCharacters } from '../../common/fields/most-characters';
import { LONGEST_TEXT } from '../composing/text-limits';
import { ACCOUNT_ID } from '../posts/post.dto';

const MOST = 500;
const A_CENTURY = 52_560_000;

const ACTIONS = [
  'delete',
  'retry',
  'set_times',
  'shift',
  'clear_time',
  'draft',
  'append_text',
  'move',
] as const;

const IDS = `Choose 1 to ${MOST} items by their ids.`;
const MINUTES = 'minutes is a whole number, at most a century.';

const only = (action: (typeof ACTIONS)[number]) =>
  ValidateIf((bulk: ChangePostsDto) => bulk.action === action);

class BulkTimeDto {
  @ApiProperty({ type: 'integer', example: 481 })
  @IsInt({ message: 'id is the id of an item.' })
  id: number;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'As in a reschedule: a time, "now", or null.',
    example: '2026-12-05 12:00:00',
  })
  @Allow()
  scheduled_for: unknown;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'As in a reschedule: what the undone change made it.',
    example: null,
  })
  @Allow()
  was?: unknown;
}

export class ChangePostsDto {
  @ApiProperty({ type: 'integer', isArray: true, minItems: 1, maxItems: MOST, example: [481, 482] })
  @IsArray({ message: IDS })
  @ArrayMinSize(1, { message: IDS })
  @ArrayMaxSize(MOST, { message: IDS })
  @IsInt({ each: true, message: IDS })
  @Min(1, { each: true, message: IDS })
  ids: number[];

  @ApiProperty({ enum: ACTIONS, example: 'clear_time' })
  @IsIn(ACTIONS, { message: `action is one of ${ACTIONS.join(', ')}.` })
  action: (typeof ACTIONS)[number];

  @ApiPropertyOptional({ type: [BulkTimeDto], description: 'For `set_times`; one for each id.' })
  @only('set_times')
  @IsArray({ message: 'times is a list of ids with their times.' })
  @ArrayMaxSize(MOST, { message: `At most ${MOST} items can be scheduled at once.` })
  @ValidateNested({ each: true })
  @Type(() => BulkTimeDto)
  times?: BulkTimeDto[];

  @ApiPropertyOptional({ type: 'integer', description: 'For `shift`; negative: earlier.', example: 90 })
  @only('shift')
  @IsInt({ message: MINUTES })
  @Min(-A_CENTURY, { message: MINUTES })
  @Max(A_CENTURY, { message: MINUTES })
  minutes?: number;

  @ApiPropertyOptional({ enum: [0, 1], description: 'For `draft`.', example: 1 })
  @only('draft')
  @IsIn([0, 1], { message: 'draft is 0 or 1.' })
  draft?: 0 | 1;

  @ApiPropertyOptional({
    type: String,
    maxLength: LONGEST_TEXT,
    description: 'For `append_text`; refused where it is too long for the network.',
    example: '#menu',
  })
  @only('append_text')
  @Matches(/\S/u, { message: 'Enter the text to add.' })
  @MostCharacters(LONGEST_TEXT, `The text to add has at most ${LONGEST_TEXT} characters.`)
  text?: string;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, description: 'For `move`.', example: 4 })
  @only('move')
  @IsInt({ message: ACCOUNT_ID })
  @Min(1, { message: ACCOUNT_ID })
  account_id?: number;
}

class BulkDone {
  @ApiProperty({ type: 'integer', example: 481 }) id: number;
}

class BulkRefused {
  @ApiProperty({ type: 'integer', example: 482 }) id: number;
  @ApiProperty({ description: 'As the single call refuses.', example: 'conflict' }) error: string;
  @ApiProperty({ example: 'Only a pending item can be deleted; this one is published.' }) message: string;
}

export class ChangedPostsView {
  @ApiProperty({ type: [BulkDone] }) done: BulkDone[];
  @ApiProperty({ type: [BulkRefused] }) refused: BulkRefused[];
}

import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  Allow,
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsInt,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import type { PostKind } from '../publishing/formats/formats';
import { KINDS } from '../publishing/formats/lists';

const MOST = 500;

class BatchItemDto {
  @ApiProperty({ enum: KINDS, example: 'video' })
  @IsIn(KINDS, { message: `kind is one of ${KINDS.join(', ')}.` })
  kind: PostKind;

  @ApiProperty({ type: 'integer', minimum: 1, example: 481 })
  @IsInt({ message: 'id is the id of an item.' })
  @Min(1, { message: 'id is the id of an item.' })
  id: number;
}

export class BatchDto {
  @ApiProperty({ type: [BatchItemDto], minItems: 1, maxItems: MOST })
  @IsArray({ message: 'Choose the items to schedule.' })
  @ArrayMinSize(1, { message: 'Choose the items to schedule.' })
  @ArrayMaxSize(MOST, { message: `At most ${MOST} items can be scheduled at once.` })
  @ValidateNested({ each: true })
  @Type(() => BatchItemDto)
  items: BatchItemDto[];

  @ApiProperty({
    type: String,
    description: "'YYYY-MM-DD HH:mm:00' in the user's time zone, or ISO 8601 with an offset.",
    example: '2026-12-05 12:00:00',
  })
  // Read by the service, which knows the time zone. Without a decorator the field would be dropped.
  @Allow()
  start: unknown;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    maximum: 525_600,
    description: 'Minutes between two posts.',
    example: 90,
  })
  @IsInt({ message: 'Enter whole minutes.' })
  @Min(1, { message: 'The shortest interval is 1 minute.' })
  @Max(525_600, { message: 'The longest interval is a year.' })
  every_minutes: number;
}

import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { AllOptional } from '../common/validation.pipe';
import { trimmed } from '../users/profile.dto';

export class RescheduleDto {
  @ApiProperty({
    type: String,
    nullable: true,
    description: "'YYYY-MM-DD HH:mm:00' in the user's time zone, or ISO 8601 with an offset; null clears it.",
    example: '2026-12-05 12:00:00',
  })
  @IsOptional()
  scheduled_for: unknown;
}

@AllOptional()
export class EditPostDto {
  @ApiPropertyOptional({ maxLength: 255, minLength: 1, example: 'Winter menu' })
  @Transform(trimmed)
  @IsString({ message: 'Enter a title.' })
  @IsNotEmpty({ message: 'Enter a title.' })
  @MaxLength(255, { message: 'A title has at most 255 characters.' })
  title?: string;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: 2200,
    example: 'Our winter menu starts today.',
  })
  @IsOptional()
  @Transform(trimmed)
  @IsString({ message: 'A description is a text.' })
  @MaxLength(2200, { message: 'A description has at most 2200 characters.' })
  description?: string | null;
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

/** The body of a call that makes posts from the shared library; checked by `PostsFromLibraryService`. */
export class LibraryPicks {
  @ApiProperty({ type: 'integer', isArray: true, minItems: 1, maxItems: 100, example: [9, 14] })
  shared_video_ids: number[];
  @ApiPropertyOptional({
    type: [String],
    description: 'In the order of the ids; default: their own.',
    example: ['Knead by hand'],
  })
  titles?: string[];
}

import { Transform } from 'class-transformer';
import { IsIn, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { ApiProperty, ApiPropertyOptional } from '../common/openapi';
import { AllOptional } from '../common/validation.pipe';
import { trimmed } from '../users/profile.dto';

export class RescheduleDto {
  @ApiProperty({
    type: String,
    nullable: true,
    description: "'YYYY-MM-DD HH:mm:00' in the user's time zone, or ISO 8601 with an offset; null clears it.",
  })
  @IsOptional()
  scheduled_for: unknown;
}

@AllOptional()
export class EditPostDto {
  @ApiPropertyOptional({ maxLength: 255 })
  @Transform(trimmed)
  @IsString({ message: 'Enter a title.' })
  @IsNotEmpty({ message: 'Enter a title.' })
  @MaxLength(255, { message: 'A title has at most 255 characters.' })
  title?: string;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 2200 })
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
  })
  @IsOptional()
  @IsIn([0, 1], { message: 'unscheduled is 0 or 1.' })
  unscheduled?: number;
}

/** The body of a call that makes posts from the shared library; judged by `LibraryPicksService`. */
export class LibraryPicks {
  @ApiProperty({ type: [Number], minItems: 1, maxItems: 100 }) shared_video_ids: number[];
  @ApiPropertyOptional({ type: [String], description: 'In the order of the ids; default: their own.' })
  titles?: string[];
}

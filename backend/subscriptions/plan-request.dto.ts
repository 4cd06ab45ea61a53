import { Transform } from 'class-transformer';
import { IsInt, IsOptional, IsString, MaxLength } from 'class-validator';
import { ApiProperty, ApiPropertyOptional } from '../common/openapi';
import { trimmed } from '../users/profile.dto';

export class PlanRequestDto {
  @ApiProperty()
  @IsInt({ message: 'Choose a plan.' })
  plan_id: number;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 2000 })
  @IsOptional()
  @Transform(trimmed)
  @IsString({ message: 'A message is a text.' })
  @MaxLength(2000, { message: 'A message has at most 2000 characters.' })
  message?: string | null;
}

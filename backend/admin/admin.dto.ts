import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsInt, IsNotEmpty, IsOptional, IsString, Min } from 'class-validator';
import { MostCharacters } from '../common/fields/most-characters';
import { AllOptional } from '../common/fields/validation.pipe';
import { EmailField } from '../users/email';
import { oneLine } from '../common/fields/one-line';

const asFlag = ({ value }: { value: unknown }): unknown =>
  typeof value === 'boolean' ? Number(value) : value;

export class NewUserDto {
  @ApiProperty({ maxLength: 255, example: 'Asha Rao' })
  @Transform(oneLine)
  @IsString({ message: 'Enter a name.' })
  @IsNotEmpty({ message: 'Enter a name.' })
  @MostCharacters(255, 'A name has at most 255 characters.')
  name: string;

  @ApiProperty({ format: 'email', maxLength: 191, example: 'asha@example.com' })
  @EmailField()
  email: string;
}

@AllOptional()
export class AdminUserDto {
  @ApiPropertyOptional({ maxLength: 255, example: 'Asha Rao' })
  @Transform(oneLine)
  @IsString({ message: 'Enter a name.' })
  @IsNotEmpty({ message: 'Enter a name.' })
  @MostCharacters(255, 'A name has at most 255 characters.')
  name?: string;

  @ApiPropertyOptional({ format: 'email', maxLength: 191, example: 'asha@example.com' })
  @EmailField()
  email?: string;

  @ApiPropertyOptional({ enum: [0, 1], example: 0 })
  @Transform(asFlag)
  @IsIn([0, 1], { message: 'is_admin is 0 or 1.' })
  is_admin?: number;

  @ApiPropertyOptional({ enum: [0, 1], example: 1 })
  @Transform(asFlag)
  @IsIn([0, 1], { message: 'can_use_shared_videos is 0 or 1.' })
  can_use_shared_videos?: number;
}

export class GrantDto {
  @ApiProperty({ type: 'integer', minimum: 1, example: 12 })
  @IsInt({ message: 'Choose a user.' })
  @Min(1, { message: 'Choose a user.' })
  user_id: number;

  @ApiProperty({ type: 'integer', minimum: 1, example: 2 })
  @IsInt({ message: 'Choose a plan.' })
  @Min(1, { message: 'Choose a plan.' })
  plan_id: number;

  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    description: 'Default: now.',
    example: '2026-12-01T09:30:00Z',
  })
  @IsOptional()
  starts_at?: unknown;

  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    description: 'Default: the start and the duration of the plan.',
    example: '2026-12-31T09:30:00Z',
  })
  @IsOptional()
  expires_at?: unknown;
}

export class ChangeSubscriptionDto {
  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    description: 'Extends or shortens it.',
    example: '2027-01-31T09:30:00Z',
  })
  @IsOptional()
  expires_at?: unknown;

  @ApiPropertyOptional({ enum: ['inactive'], description: 'Ends it now.', example: 'inactive' })
  @IsOptional()
  @IsString({ message: "status takes only 'inactive', which ends the subscription." })
  status?: string;

  @ApiPropertyOptional({ type: Boolean, description: 'True ends it now.', example: true })
  @IsOptional()
  ended?: unknown;
}

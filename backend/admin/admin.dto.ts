import { Transform } from 'class-transformer';
import { IsEmail, IsIn, IsInt, IsNotEmpty, IsOptional, IsString, MaxLength, Min } from 'class-validator';
import { ApiProperty, ApiPropertyOptional } from '../common/openapi';
import { normalizeEmail } from '../users/email';
import { trimmed } from '../users/profile.dto';

const asFlag = ({ value }: { value: unknown }): unknown =>
  typeof value === 'boolean' ? Number(value) : value;

export class AdminUserDto {
  @ApiPropertyOptional()
  @IsOptional()
  @Transform(trimmed)
  @IsString({ message: 'Enter a name.' })
  @IsNotEmpty({ message: 'Enter a name.' })
  @MaxLength(255, { message: 'A name has at most 255 characters.' })
  name?: string;

  @ApiPropertyOptional({ format: 'email' })
  @IsOptional()
  @Transform(({ value }) => normalizeEmail(value))
  @IsEmail({}, { message: 'Enter a valid email address.' })
  @MaxLength(191, { message: 'An email address has at most 191 characters.' })
  email?: string;

  @ApiPropertyOptional({ enum: [0, 1] })
  @IsOptional()
  @Transform(asFlag)
  @IsIn([0, 1], { message: 'is_admin is 0 or 1.' })
  is_admin?: number;

  @ApiPropertyOptional({ enum: [0, 1] })
  @IsOptional()
  @Transform(asFlag)
  @IsIn([0, 1], { message: 'can_use_shared_videos is 0 or 1.' })
  can_use_shared_videos?: number;
}

export class GrantDto {
  @ApiProperty()
  @IsInt({ message: 'Choose a user.' })
  @Min(1, { message: 'Choose a user.' })
  user_id: number;

  @ApiProperty()
  @IsInt({ message: 'Choose a plan.' })
  @Min(1, { message: 'Choose a plan.' })
  plan_id: number;

  @ApiPropertyOptional({ type: String, format: 'date-time', description: 'Default: now.' })
  @IsOptional()
  starts_at?: unknown;

  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    description: 'Default: the start and the duration of the plan.',
  })
  @IsOptional()
  expires_at?: unknown;
}

export class ChangeSubscriptionDto {
  @ApiPropertyOptional({ type: String, format: 'date-time', description: 'Extends or shortens it.' })
  @IsOptional()
  expires_at?: unknown;

  @ApiPropertyOptional({ enum: ['inactive'], description: 'Ends it now.' })
  @IsOptional()
  @IsString({ message: "status takes only 'inactive', which ends the subscription." })
  status?: string;

  @ApiPropertyOptional({ type: Boolean, description: 'True ends it now.' })
  @IsOptional()
  ended?: unknown;
}

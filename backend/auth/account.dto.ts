import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsNotEmpty, IsOptional, IsString, Validate } from 'class-validator';
import { MostCharacters } from '../common/fields/most-characters';
import { IfSent } from '../common/fields/if-sent';
import { EmailField } from '../users/email';
import { oneLine } from '../common/fields/one-line';
import { IsTimezone } from '../users/profile.dto';
import { IsNewPassword, RepeatsPassword } from './password-rules';

export class ChangeProfileDto {
  @ApiPropertyOptional({ maxLength: 255, example: 'Asha Rao' })
  @IfSent()
  @Transform(oneLine)
  @IsString({ message: 'Enter your name.' })
  @IsNotEmpty({ message: 'Enter your name.' })
  @MostCharacters(255, 'A name has at most 255 characters.')
  name?: string;

  @ApiPropertyOptional({
    format: 'email',
    maxLength: 191,
    description: 'A new one needs `current_password`.',
    example: 'asha@example.com',
  })
  @IfSent()
  @EmailField()
  email?: string;

  @ApiPropertyOptional({ description: 'IANA name', example: 'Asia/Kolkata' })
  @IsOptional()
  @Validate(IsTimezone)
  timezone?: string;

  @ApiPropertyOptional({
    type: String,
    description: 'Only for a new email.',
    example: 'correct horse battery',
  })
  @IsOptional()
  current_password?: unknown;
}

export class ChangePasswordDto {
  @ApiProperty({ type: String, example: 'correct horse battery' })
  @IsOptional()
  current_password: unknown;

  @ApiProperty({ minLength: 8, maxLength: 128, example: 'staple in the clouds' })
  @IsNewPassword()
  password: string;

  @ApiProperty({ description: 'The same once more.', example: 'staple in the clouds' })
  @RepeatsPassword()
  password_confirmation: string;
}

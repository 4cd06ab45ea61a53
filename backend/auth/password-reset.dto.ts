import { Transform } from 'class-transformer';
import { IsEmail, IsString, Length, MaxLength, Validate } from 'class-validator';
import { ApiProperty } from '../common/openapi';
import { normalizeEmail } from '../users/email';
import { RepeatsPassword } from './auth.dto';

export class ForgotPasswordDto {
  @ApiProperty({ format: 'email', maxLength: 191 })
  @Transform(({ value }) => normalizeEmail(value))
  @IsEmail({}, { message: 'Enter a valid email address.' })
  @MaxLength(191, { message: 'An email address has at most 191 characters.' })
  email: string;
}

export class ResetPasswordDto {
  @ApiProperty({ description: 'what stands behind #token= in the link' })
  @IsString({ message: 'Open this page by the link in the mail, or ask for a new link.' })
  token: string;

  @ApiProperty({ minLength: 8, maxLength: 128 })
  @IsString({ message: 'Enter a password.' })
  @Length(8, 128, { message: 'A password has 8 to 128 characters.' })
  password: string;

  @ApiProperty()
  @Validate(RepeatsPassword)
  password_confirmation: string;
}

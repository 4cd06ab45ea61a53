import { IsString } from 'class-validator';
import { ApiProperty } from '../common/openapi';
import { EmailField } from '../users/email';
import { IsNewPassword, RepeatsPassword } from './password-rules';

export class ForgotPasswordDto {
  @ApiProperty({ format: 'email', maxLength: 191 })
  @EmailField()
  email: string;
}

export class ResetPasswordDto {
  @ApiProperty({ description: 'what stands behind #token= in the link' })
  @IsString({ message: 'Open this page by the link in the mail, or ask for a new link.' })
  token: string;

  @ApiProperty({ minLength: 8, maxLength: 128 })
  @IsNewPassword()
  password: string;

  @ApiProperty()
  @RepeatsPassword()
  password_confirmation: string;
}

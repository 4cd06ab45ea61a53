import { ApiProperty } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { EmailField } from '../users/email';
import { IsNewPassword, RepeatsPassword } from './password-rules';

export class ForgotPasswordDto {
  @ApiProperty({ format: 'email', maxLength: 191, example: 'asha@example.com' })
  @EmailField()
  email: string;
}

export class ResetPasswordDto {
  @ApiProperty({ description: 'what stands behind #token= in the link', example: '6f0c7d11a5e14e58' })
  @IsString({ message: 'Open this page by the link in the mail, or ask for a new link.' })
  token: string;

  @ApiProperty({ minLength: 8, maxLength: 128, example: 'staple in the clouds' })
  @IsNewPassword()
  password: string;

  @ApiProperty({ description: 'The same once more.', example: 'staple in the clouds' })
  @RepeatsPassword()
  password_confirmation: string;
}

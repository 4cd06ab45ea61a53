import { ApiProperty } from '../common/openapi';
import { Transform } from 'class-transformer';
import { IsString, MaxLength } from 'class-validator';
import { LONGEST_EMAIL, normalizeEmail } from '../users/email';
import { ProfileDto } from '../users/profile.dto';
import { UserView } from '../users/user.view';
import { IsNewPassword, RepeatsPassword } from './password-rules';

export class RegisterDto extends ProfileDto {
  @ApiProperty({ minLength: 8, maxLength: 128 })
  @IsNewPassword()
  password: string;

  @ApiProperty()
  @RepeatsPassword()
  password_confirmation: string;
}

/** Longer than any password; it is not hashed. */
export const LONGEST_ATTEMPT = 1024;

export class LoginDto {
  @ApiProperty()
  @Transform(({ value }) => normalizeEmail(value))
  @IsString({ message: 'Enter your email address.' })
  @MaxLength(LONGEST_EMAIL, { message: `An email address has at most ${LONGEST_EMAIL} characters.` })
  email: string;

  @ApiProperty()
  @IsString({ message: 'Enter your password.' })
  @MaxLength(LONGEST_ATTEMPT, { message: 'A password has 8 to 128 characters.' })
  password: string;
}

export class AuthView {
  @ApiProperty() token: string;
  @ApiProperty({ type: UserView }) user: UserView;
}

export class ValidView {
  @ApiProperty({ enum: [true] }) valid: boolean;
  @ApiProperty({ type: UserView }) user: UserView;
}

export class MessageView {
  @ApiProperty() message: string;
}

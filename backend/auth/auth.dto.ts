import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsString } from 'class-validator';
import { MostCharacters } from '../common/fields/most-characters';
import { LONGEST_EMAIL, normalizeEmail } from '../users/email';
import { ProfileDto } from '../users/profile.dto';
import { UserView } from '../users/user.view';
import { IsNewPassword, RepeatsPassword } from './password-rules';

export class RegisterDto extends ProfileDto {
  @ApiProperty({ minLength: 8, maxLength: 128, example: 'correct horse battery' })
  @IsNewPassword()
  password: string;

  @ApiProperty({ description: 'The same once more.', example: 'correct horse battery' })
  @RepeatsPassword()
  password_confirmation: string;
}

/** Longer than any password. Longer input is refused without being hashed. */
export const LONGEST_ATTEMPT = 1024;

export class LoginDto {
  @ApiProperty({ format: 'email', maxLength: LONGEST_EMAIL, example: 'asha@example.com' })
  @Transform(({ value }) => normalizeEmail(value))
  @IsString({ message: 'Enter your email address.' })
  @MostCharacters(LONGEST_EMAIL, `An email address has at most ${LONGEST_EMAIL} characters.`)
  email: string;

  @ApiProperty({ maxLength: LONGEST_ATTEMPT, example: 'correct horse battery' })
  @IsString({ message: 'Enter your password.' })
  @MostCharacters(LONGEST_ATTEMPT, 'A password has 8 to 128 characters.')
  password: string;
}

export class AuthView {
  @ApiProperty({
    description: 'Send it as a bearer token.',
    example: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOjEyfQ.c2ln',
  })
  token: string;
  @ApiProperty({ type: UserView }) user: UserView;
}

export class ValidView {
  @ApiProperty({ enum: [true], example: true }) valid: boolean;
  @ApiProperty({ type: UserView }) user: UserView;
}

export class MessageView {
  @ApiProperty({ description: 'A sentence for the user.', example: 'Signed out.' }) message: string;
}

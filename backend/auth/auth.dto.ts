import { ApiProperty } from '../common/openapi';
import { Transform } from 'class-transformer';
import {
  IsString,
  Length,
  MaxLength,
  Validate,
  ValidatorConstraint,
  type ValidationArguments,
} from 'class-validator';
import { normalizeEmail } from '../users/email';
import { ProfileDto } from '../users/profile.dto';
import { UserView } from '../users/user.view';

@ValidatorConstraint({ name: 'confirmation' })
export class RepeatsPassword {
  validate(value: unknown, { object }: ValidationArguments): boolean {
    return value === (object as { password?: unknown }).password;
  }

  defaultMessage(): string {
    return 'The two passwords differ.';
  }
}

export class RegisterDto extends ProfileDto {
  @ApiProperty({ minLength: 8, maxLength: 128 })
  @IsString({ message: 'Enter a password.' })
  @Length(8, 128, { message: 'A password has 8 to 128 characters.' })
  password: string;

  @ApiProperty()
  @Validate(RepeatsPassword)
  password_confirmation: string;
}

export class LoginDto {
  @ApiProperty()
  @Transform(({ value }) => normalizeEmail(value))
  @IsString({ message: 'Enter your email address.' })
  @MaxLength(191, { message: 'An email address has at most 191 characters.' })
  email: string;

  @ApiProperty()
  @IsString({ message: 'Enter your password.' })
  @MaxLength(1024, { message: 'A password has 8 to 128 characters.' })
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

import { IsString, MaxLength } from 'class-validator';
import { ApiProperty } from '../../common/openapi';

const LONGEST = 64;

export class StartTwoFactorDto {
  @ApiProperty()
  @IsString({ message: 'Enter your current password.' })
  @MaxLength(1024, { message: 'This is not your current password.' })
  password: string;
}

export class CodeDto {
  @ApiProperty({
    description: 'Six digits of the app, or where it says so a recovery code.',
    maxLength: LONGEST,
  })
  @IsString({ message: 'Enter the code.' })
  @MaxLength(LONGEST, { message: 'A code has 6 digits, a recovery code 16 letters and digits.' })
  code: string;
}

export class StopTwoFactorDto extends CodeDto {
  @ApiProperty()
  @IsString({ message: 'Enter your current password.' })
  @MaxLength(1024, { message: 'This is not your current password.' })
  password: string;
}

export class SecondFactorDto extends CodeDto {
  @ApiProperty({ description: 'From the answer of POST /auth/login.' })
  @IsString({ message: 'Sign in with your password first.' })
  @MaxLength(LONGEST, { message: 'Sign in with your password first.' })
  challenge: string;
}

export class NewTwoFactorView {
  @ApiProperty({ description: 'Base32' }) secret: string;
  @ApiProperty({ description: 'otpauth://totp/…, for a QR code' }) uri: string;
}

export class RecoveryCodesView {
  @ApiProperty({ type: [String], description: 'Ten, each good for one use. They are not shown again.' })
  recovery_codes: string[];
}

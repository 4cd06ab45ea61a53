import { ApiProperty } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { MostCharacters } from '../../common/fields/most-characters';

const LONGEST = 64;

export class StartTwoFactorDto {
  @ApiProperty({ maxLength: 1024, description: 'The current one.', example: 'correct horse battery' })
  @IsString({ message: 'Enter your current password.' })
  @MostCharacters(1024, 'This is not your current password.')
  password: string;
}

export class CodeDto {
  @ApiProperty({
    maxLength: LONGEST,
    description: 'Six digits of the app, or where it says so a recovery code.',
    example: '492039',
  })
  @IsString({ message: 'Enter the code.' })
  @MostCharacters(LONGEST, 'A code has 6 digits, a recovery code 16 letters and digits.')
  code: string;
}

export class StopTwoFactorDto extends CodeDto {
  @ApiProperty({ maxLength: 1024, description: 'The current one.', example: 'correct horse battery' })
  @IsString({ message: 'Enter your current password.' })
  @MostCharacters(1024, 'This is not your current password.')
  password: string;
}

export class SecondFactorDto extends CodeDto {
  @ApiProperty({
    maxLength: LONGEST,
    description: 'From the answer of POST /auth/login.',
    example: 'Zk3vY0T9c2lXbQ',
  })
  @IsString({ message: 'Sign in with your password first.' })
  @MostCharacters(LONGEST, 'Sign in with your password first.')
  challenge: string;
}

export class NewTwoFactorView {
  @ApiProperty({ description: 'Base32', example: 'JBSWY3DPEHPK3PXP' }) secret: string;
  @ApiProperty({
    description: 'otpauth://totp/…, for a QR code',
    example: 'otpauth://totp/Pagecast:asha@example.com?secret=JBSWY3DPEHPK3PXP',
  })
  uri: string;
}

export class RecoveryCodesView {
  @ApiProperty({
    type: [String],
    description: 'Ten, each good for one use. They are not shown again.',
    example: ['k3vy-0t9c-2lxb-qa7d'],
  })
  recovery_codes: string[];
}

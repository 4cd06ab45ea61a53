import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsNotEmpty, IsOptional, IsString, Validate, ValidatorConstraint } from 'class-validator';
import { MostCharacters } from '../common/fields/most-characters';
import { oneLine } from '../common/fields/one-line';
import { IANAZone } from 'luxon';
import { EmailField } from './email';

@ValidatorConstraint({ name: 'timezone' })
export class IsTimezone {
  validate(value: unknown): boolean {
    return typeof value === 'string' && value.length <= 64 && IANAZone.isValidZone(value);
  }

  defaultMessage(): string {
    return 'Choose a time zone by its IANA name, like Europe/Berlin.';
  }
}

export class ProfileDto {
  @ApiProperty({ maxLength: 255, example: 'Asha Rao' })
  @Transform(oneLine)
  @IsString({ message: 'Enter your name.' })
  @IsNotEmpty({ message: 'Enter your name.' })
  @MostCharacters(255, 'A name has at most 255 characters.')
  name: string;

  @ApiProperty({ format: 'email', maxLength: 191, example: 'asha@example.com' })
  @EmailField()
  email: string;

  @ApiPropertyOptional({ description: 'IANA name; absent: UTC', example: 'Asia/Kolkata' })
  @IsOptional()
  @Validate(IsTimezone)
  timezone?: string;
}

import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsNotEmpty, IsString, Matches, ValidateIf } from 'class-validator';
import { MostCharacters } from '../../common/fields/most-characters';
import { PostingFrequency } from '../posting-frequency';

export const asText = ({ value }: { value: unknown }): unknown => {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  return typeof value === 'string' ? value.trim() : value;
};

export const isGiven = (_: unknown, value: unknown): boolean =>
  value !== undefined && value !== null && value !== '';

export const MOST_TOKEN = 4096;

export const NO_TOKEN = 'Enter the access token.';
export const TOO_LONG = `An access token has at most ${MOST_TOKEN} characters.`;
export const PLAIN = /^[\x21-\x7e]+$/;
export const NOT_PLAIN = 'An access token has no spaces and only plain letters, digits and signs.';

/** An id that Meta issued has no leading zero. */
export const ID = /^[1-9]\d{0,19}$/;

export class InspectTokenDto {
  @ApiProperty({
    maxLength: MOST_TOKEN,
    description: "Meta's token of a user or of a Page.",
    example: 'EAAGm0PX4ZCpsBA',
  })
  @Transform(asText)
  @IsString({ message: NO_TOKEN })
  @IsNotEmpty({ message: NO_TOKEN })
  @MostCharacters(MOST_TOKEN, TOO_LONG)
  @Matches(PLAIN, { message: NOT_PLAIN })
  access_token: string;
}

export class FacebookSettingsDto {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: MOST_TOKEN,
    description: 'Empty or absent keeps the old one.',
    example: 'EAAGm0PX4ZCpsBA',
  })
  @Transform(asText)
  @ValidateIf((_, value) => isGiven(_, value))
  @IsString({ message: NO_TOKEN })
  @MostCharacters(MOST_TOKEN, TOO_LONG)
  @Matches(PLAIN, { message: NOT_PLAIN })
  access_token?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'Digits; absent keeps the old one.',
    example: '102030405060708',
  })
  @Transform(asText)
  @ValidateIf((_, value) => isGiven(_, value))
  @Matches(ID, { message: 'A page id has 1 to 20 digits.' })
  page_id?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'Digits; empty disconnects Instagram.',
    example: '17841400000000000',
  })
  @Transform(asText)
  @ValidateIf((_, value) => isGiven(_, value))
  @Matches(ID, { message: 'An Instagram account id has 1 to 20 digits.' })
  instagram_page_id?: string | null;

  @PostingFrequency()
  upload_frequency?: number;

  @PostingFrequency()
  photo_upload_frequency?: number;
}

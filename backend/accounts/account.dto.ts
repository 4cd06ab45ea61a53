import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsDefined,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  Matches,
  Max,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { MostCharacters } from '../common/fields/most-characters';
import { AllOptional } from '../common/fields/validation.pipe';
import {
  asText,
  ID,
  isGiven,
  MOST_TOKEN,
  NO_TOKEN,
  NOT_PLAIN,
  PLAIN,
  TOO_LONG,
} from './settings/facebook-settings.dto';
import { PostingFrequency } from './posting-frequency';
import { MOST_POSTING_TIMES, TIME_OF_DAY } from './posting-times';

const NO_PAGE = 'A page id has 1 to 20 digits.';

export class NewAccountDto {
  @ApiProperty({
    maxLength: MOST_TOKEN,
    description: "Meta's token of a user or of the Page.",
    example: 'EAAGm0PX4ZCpsBA',
  })
  @Transform(asText)
  @IsString({ message: NO_TOKEN })
  @IsNotEmpty({ message: NO_TOKEN })
  @MostCharacters(MOST_TOKEN, TOO_LONG)
  @Matches(PLAIN, { message: NOT_PLAIN })
  access_token: string;

  @ApiProperty({ description: 'Digits.', example: '102030405060708' })
  @Transform(asText)
  @IsString({ message: NO_PAGE })
  @Matches(ID, { message: NO_PAGE })
  page_id: string;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'Digits. The Instagram account that belongs to the Page, to connect it too.',
    example: '17841400000000000',
  })
  @Transform(asText)
  @ValidateIf(isGiven)
  @Matches(ID, { message: 'An Instagram account id has 1 to 20 digits.' })
  instagram_page_id?: string | null;
}

/** Other bodies may leave fields out; a posting time may not. */
class PostingTimeDto {
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 7, description: 'Monday is 1.', example: 1 })
  @IsDefined({ message: 'A day is a number from 1 (Monday) to 7.' })
  @IsInt({ message: 'A day is a number from 1 (Monday) to 7.' })
  @Min(1, { message: 'A day is a number from 1 (Monday) to 7.' })
  @Max(7, { message: 'A day is a number from 1 (Monday) to 7.' })
  day: number;

  @ApiProperty({ description: "HH:mm in the user's time zone", example: '09:00' })
  @IsDefined({ message: 'A time is written like 09:00.' })
  @IsString({ message: 'A time is written like 09:00.' })
  @Matches(TIME_OF_DAY, { message: 'A time is written like 09:00.' })
  time: string;
}

@AllOptional()
export class ChangeAccountDto {
  @ApiPropertyOptional({
    enum: [1],
    description: '1 makes it the default of its network; anything else is no change.',
    example: 1,
  })
  @Transform(({ value }) => ([1, true].includes(value as number | boolean) ? 1 : undefined))
  @IsOptional()
  is_default?: 1;

  @PostingFrequency()
  upload_frequency?: number;

  @PostingFrequency()
  photo_upload_frequency?: number;

  @ApiPropertyOptional({
    enum: ['frequency', 'slots'],
    description: 'How posts without a time get one. `slots` needs at least one posting time.',
    example: 'slots',
  })
  @IsOptional()
  @IsIn(['frequency', 'slots'], { message: 'posting is frequency or slots.' })
  posting?: 'frequency' | 'slots';

  @ApiPropertyOptional({
    type: [PostingTimeDto],
    maxItems: MOST_POSTING_TIMES,
    description: 'All posting times; those that are not in the list are removed.',
  })
  @IsOptional()
  @IsArray({ message: 'slots is a list of days and times.' })
  @ArrayMaxSize(MOST_POSTING_TIMES, {
    message: `An account has at most ${MOST_POSTING_TIMES} posting times.`,
  })
  @ValidateNested({ each: true })
  @Type(() => PostingTimeDto)
  slots?: PostingTimeDto[];
}

import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsInt, IsOptional, Matches, Max, Min } from 'class-validator';
import { MOST_PAGES } from '../ports/networks/connector';

const ONE_OF_YOURS = 'Choose one of your accounts.';

export class ConnectDto {
  @ApiPropertyOptional({
    type: 'integer',
    nullable: true,
    minimum: 1,
    description: 'An account to connect again: the dialog asks for what was refused before.',
    example: null,
  })
  @IsOptional()
  @IsInt({ message: ONE_OF_YOURS })
  @Min(1, { message: ONE_OF_YOURS })
  @Max(2_147_483_647, { message: ONE_OF_YOURS })
  account_id?: number | null;
}

const NO_LIST = 'Send a list of ids.';
const TOO_MANY = `Choose at most ${MOST_PAGES}.`;
const NO_ID = 'An id has 1 to 32 digits.';

const asTexts = ({ value }: { value: unknown }): unknown =>
  Array.isArray(value)
    ? value.map((id: unknown) => (typeof id === 'number' && Number.isSafeInteger(id) ? String(id) : id))
    : value;

export class ChooseDto {
  @ApiPropertyOptional({
    type: [String],
    nullable: true,
    maxItems: MOST_PAGES,
    description: 'Pages of the offer.',
    example: ['102030405060708'],
  })
  @Transform(asTexts)
  @IsOptional()
  @IsArray({ message: NO_LIST })
  @ArrayMaxSize(MOST_PAGES, { message: TOO_MANY })
  @Matches(/^\d{1,32}$/, { each: true, message: NO_ID })
  page_ids?: string[] | null;

  @ApiPropertyOptional({
    type: [String],
    nullable: true,
    maxItems: MOST_PAGES,
    description: 'Instagram accounts of the offer, with their Pages or without.',
    example: ['17841400000000001'],
  })
  @Transform(asTexts)
  @IsOptional()
  @IsArray({ message: NO_LIST })
  @ArrayMaxSize(MOST_PAGES, { message: TOO_MANY })
  @Matches(/^\d{1,32}$/, { each: true, message: NO_ID })
  instagram_ids?: string[] | null;
}

import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsInt } from 'class-validator';
import { AllOptional } from '../common/fields/validation.pipe';

const MOST_PREFERRED = 200;

const withoutRepeats = ({ value }: { value: unknown }): unknown =>
  Array.isArray(value) ? [...new Set<unknown>(value)] : value;

export class PreferencesDto {
  @ApiProperty({ type: 'integer', isArray: true, maxItems: MOST_PREFERRED, example: [3, 5] })
  @Transform(withoutRepeats)
  @IsArray({ message: 'Send the chosen categories as an array of their ids; an empty one for none.' })
  @ArrayMaxSize(MOST_PREFERRED, { message: `Choose at most ${MOST_PREFERRED} categories.` })
  @IsInt({ each: true, message: 'The id of a category is a whole number.' })
  category_ids: number[];
}

@AllOptional()
export class ChangePreferencesDto extends PreferencesDto {}

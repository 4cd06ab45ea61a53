import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsNotEmpty, IsOptional, IsString } from 'class-validator';
import { MostCharacters } from '../common/fields/most-characters';
import { AllOptional } from '../common/fields/validation.pipe';
import { oneLine } from '../common/fields/one-line';
import { trimmed } from '../common/fields/trimmed';

const flag = ({ value }: { value: unknown }): unknown => (value === 1 ? true : value === 0 ? false : value);

export class CategoryDto {
  @ApiProperty({ maxLength: 191, example: 'Recipes' })
  @Transform(oneLine)
  @IsString({ message: 'Enter a name for the category.' })
  @IsNotEmpty({ message: 'Enter a name for the category.' })
  @MostCharacters(191, 'A category name has at most 191 characters.')
  name: string;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: 2000,
    example: 'Short recipes for the season.',
  })
  @IsOptional()
  @Transform(trimmed)
  @IsString({ message: 'A description is a text.' })
  @MostCharacters(2000, 'A description has at most 2000 characters.')
  description?: string | null;

  @ApiPropertyOptional({
    type: Boolean,
    nullable: true,
    description: 'true or false, also 1 or 0; a new category is active unless it says no',
    example: true,
  })
  @IsOptional()
  @Transform(flag)
  @IsBoolean({ message: 'Say true or false: is the category active?' })
  is_active?: boolean | null;
}

@AllOptional()
export class ChangeCategoryDto extends CategoryDto {}

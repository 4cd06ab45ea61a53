import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, Min, ValidateIf } from 'class-validator';
import { AllOptional } from '../common/fields/validation.pipe';

const asId = ({ value }: { value: unknown }): unknown => {
  if (value === '') return null;
  return typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
};

@AllOptional()
export class CategoryOfVideoDto {
  @ApiPropertyOptional({
    type: 'integer',
    nullable: true,
    description: 'null: without a category.',
    example: 3,
  })
  @Transform(asId)
  @ValidateIf((_, value) => value !== null)
  @IsInt({ message: 'Choose a category by its id.' })
  @Min(1, { message: 'Choose a category by its id.' })
  category_id?: number | null;
}

/** The body that adds an uploaded file to the library; checked by `SharedUploadsService`. */
export class SharedMediumDto {
  @ApiProperty({
    type: [String],
    minItems: 1,
    maxItems: 1,
    description: 'Id of an upload.',
    example: ['5f0c8e1d2b7a49f6a3c4d5e6f7081920'],
  })
  media_ids: string[];
  @ApiPropertyOptional({
    type: [String],
    description: 'At most 255 characters. Default: the name of the file.',
    example: ['Knead by hand'],
  })
  titles?: string[];
  @ApiPropertyOptional({ type: [String], example: ['Ten minutes, no machine.'] })
  descriptions?: string[];
  @ApiPropertyOptional({ type: 'integer', nullable: true, minimum: 1, example: 3 })
  category_id?: number | null;
}

import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, Min, ValidateIf } from 'class-validator';
import { AllOptional } from '../common/validation.pipe';

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

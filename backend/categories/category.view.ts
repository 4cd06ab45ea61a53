import { ApiProperty } from '@nestjs/swagger';
import type { Row } from '../database/tables';

type CategoryRow = Pick<Row<'categories'>, 'id' | 'name' | 'description' | 'is_active'>;

export class CategoryView {
  @ApiProperty({ type: 'integer', example: 3 }) id: number;
  @ApiProperty({ example: 'Recipes' }) name: string;
  @ApiProperty({ type: String, nullable: true, example: 'Short recipes for the season.' }) description:
    string | null;
  @ApiProperty({ description: 'Whether it can be chosen.', example: true }) is_active: boolean;
}

export const viewCategory = ({ id, name, description, is_active }: CategoryRow): CategoryView => ({
  id,
  name,
  description,
  is_active: is_active === 1,
});

import { ApiProperty } from '../common/openapi';
import type { Row } from '../database/tables';

type CategoryRow = Pick<Row<'categories'>, 'id' | 'name' | 'description' | 'is_active'>;

export class CategoryView {
  @ApiProperty() id: number;
  @ApiProperty() name: string;
  @ApiProperty({ type: String, nullable: true }) description: string | null;
  @ApiProperty() is_active: boolean;
}

export const viewCategory = ({ id, name, description, is_active }: CategoryRow): CategoryView => ({
  id,
  name,
  description,
  is_active: is_active === 1,
});

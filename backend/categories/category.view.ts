import { ApiProperty } from '../common/openapi';

export interface CategoryRow {
  id: number;
  name: string;
  description: string | null;
  is_active: number;
}

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

import { toIsoOrNull } from '../common/instants';
import { ApiProperty } from '../common/openapi';
import type { Inspection } from '../ports/networks/network';

export class InstagramAccountView {
  @ApiProperty() id: string;
  @ApiProperty() username: string;
}

export class OfferedPageView {
  @ApiProperty() page_id: string;
  @ApiProperty() name: string;
  @ApiProperty({ type: InstagramAccountView, nullable: true }) instagram: InstagramAccountView | null;
}

/** What a token is good for, so that a Page can be picked. */
export class InspectionView {
  @ApiProperty({ enum: ['user', 'page'] }) kind: 'user' | 'page';
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'null: the token never ends, or its end cannot be read.',
  })
  expires_at: string | null;
  @ApiProperty({ type: [String], nullable: true, description: 'null: they cannot be read.' })
  missing_permissions: string[] | null;
  @ApiProperty({ type: [OfferedPageView] }) pages: OfferedPageView[];
}

export function viewInspection({
  holder,
  expiresAt,
  missing,
  pages,
}: Extract<Inspection, { kind: 'good' }>): InspectionView {
  return {
    kind: holder,
    expires_at: toIsoOrNull(expiresAt),
    missing_permissions: missing,
    pages: pages.map(({ id, name, instagram }) => ({
      page_id: id,
      name,
      instagram: instagram && { id: instagram.id, username: instagram.name },
    })),
  };
}

import { ApiProperty } from '@nestjs/swagger';
import { toIsoOrNull } from '../../common/time/instants';
import type { Inspection } from '../../ports/networks/network';

export class InstagramAccountView {
  @ApiProperty({ example: '17841400000000000' }) id: string;
  @ApiProperty({ example: 'bakery.square' }) username: string;
}

export class OfferedPageView {
  @ApiProperty({ example: '102030405060708' }) page_id: string;
  @ApiProperty({ example: 'Bakery on the Square' }) name: string;
  @ApiProperty({ type: InstagramAccountView, nullable: true }) instagram: InstagramAccountView | null;
}

/** What a token gives access to, so that the user can pick a Page. */
export class InspectionView {
  @ApiProperty({ enum: ['user', 'page'], description: 'Whose token it is.', example: 'user' }) kind:
    'user' | 'page';
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'null: the token never ends, or its end cannot be read.',
    example: '2027-01-30T09:30:00.000Z',
  })
  expires_at: string | null;
  @ApiProperty({ type: [String], nullable: true, description: 'null: they cannot be read.', example: [] })
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

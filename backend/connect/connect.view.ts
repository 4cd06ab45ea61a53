import { ApiProperty } from '@nestjs/swagger';
import type { Row } from '../database/tables';
import { missingOf, whyNotOf } from './offered-page';

export class DialogView {
  @ApiProperty({
    description: "Of Facebook's login dialog. Send the browser there that made this call.",
    example: 'https://www.facebook.com/v26.0/dialog/oauth?client_id=1234567890&state=Zk3vY0T9c2lXbQ',
  })
  url: string;
}

class OfferOfInstagramView {
  @ApiProperty({ example: '17841400000000001' }) id: string;
  @ApiProperty({ example: 'bakery.on.the.square' }) username: string;
  @ApiProperty({ description: 'Whether it is one of your accounts.', example: false }) connected: boolean;
}

class OfferOfPageView {
  @ApiProperty({ example: '102030405060708' }) page_id: string;
  @ApiProperty({ example: 'Bakery on the Square' }) name: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Only for a while.',
    example: 'https://scontent.xx.fbcdn.net/v/t1/102030405060708.jpg',
  })
  picture_url: string | null;
  @ApiProperty({ example: true }) can_post: boolean;
  @ApiProperty({ type: String, nullable: true, description: 'Null if posting is possible.', example: null })
  why_not: string | null;
  @ApiProperty({ description: 'Whether it is one of your accounts.', example: true }) connected: boolean;
  @ApiProperty({ type: OfferOfInstagramView, nullable: true, description: 'Null if the Page has none.' })
  instagram: OfferOfInstagramView | null;
}

export class OfferView {
  @ApiProperty({
    type: [String],
    description: 'What was asked for and not granted.',
    example: ['read_insights'],
  })
  missing_permissions: string[];
  @ApiProperty({ type: [OfferOfPageView] }) pages: OfferOfPageView[];
}

type Page = Row<'connect_pages'>;

export function viewOffer(
  { session, pages }: { session: Row<'connect_sessions'>; pages: Page[] },
  accounts: Pick<Row<'accounts'>, 'network' | 'remote_id'>[],
): OfferView {
  const known = new Set(accounts.map(({ network, remote_id: id }) => `${network} ${id}`));
  return {
    missing_permissions: missingOf(session),
    pages: pages.map((page) => {
      const whyNot = whyNotOf(page);
      return {
        page_id: page.remote_id,
        name: page.name,
        picture_url: page.picture_url,
        can_post: whyNot === null,
        why_not: whyNot,
        connected: known.has(`facebook ${page.remote_id}`),
        instagram:
          page.instagram_id === null
            ? null
            : {
                id: page.instagram_id,
                username: page.instagram_username ?? page.instagram_id,
                connected: known.has(`instagram ${page.instagram_id}`),
              },
      };
    }),
  };
}

export class AccessRemovedView {
  @ApiProperty({ example: true }) success: boolean;
}

export class DataDeletionView {
  @ApiProperty({
    description: 'Of the page that shows how far the deletion is.',
    example: 'https://pagecast.example/data-deletion/5f0c6b1e9a7d4c3f8e2b1a0d9c8b7a6f',
  })
  url: string;
  @ApiProperty({ example: '5f0c6b1e9a7d4c3f8e2b1a0d9c8b7a6f' }) confirmation_code: string;
}

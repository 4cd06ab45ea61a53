import { ApiProperty } from '@nestjs/swagger';
import type { Row } from '../database/tables';

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

const NOT_TICKED = 'You did not grant this Page to Pagecast. Connect again and tick it.';
const NO_ROLE = 'Your role on this Page may not post.';

type Page = Row<'connect_pages'>;

export function viewOffer(
  { session, pages }: { session: Row<'connect_sessions'>; pages: Page[] },
  accounts: Pick<Row<'accounts'>, 'network' | 'remote_id'>[],
): OfferView {
  const known = new Set(accounts.map(({ network, remote_id: id }) => `${network} ${id}`));
  return {
    missing_permissions: JSON.parse(session.missing_permissions ?? '[]') as string[],
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

function whyNotOf({ token, may_post: mayPost }: Page): string | null {
  if (token === null) return NOT_TICKED;
  return mayPost === 1 ? null : NO_ROLE;
}

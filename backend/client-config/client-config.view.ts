import { ApiProperty } from '../common/openapi';

class RehearsalView {
  @ApiProperty() url: string;
  @ApiProperty() access_token: string;
  @ApiProperty() page_id: string;
  @ApiProperty() instagram_page_id: string;
}

/** The limits of one kind of file with their sentences; an image has its own. */
const RULES = {
  type: 'object',
  required: ['maxBytes', 'accept', 'help', 'sentences'],
  properties: {
    maxBytes: { type: 'integer' },
    accept: { type: 'string' },
    help: { type: 'string' },
    sentences: { type: 'object', additionalProperties: { type: 'string' } },
  },
  additionalProperties: true,
} as const;

class MediaRulesView {
  @ApiProperty(RULES as never) facebook_video: unknown;
  @ApiProperty(RULES as never) instagram_video: unknown;
  @ApiProperty(RULES as never) shared_video: unknown;
  @ApiProperty(RULES as never) photo: unknown;
}

export class ClientConfigView {
  @ApiProperty() product: string;
  @ApiProperty({ enum: ['rehearsal', 'live'] }) network: string;
  @ApiProperty({ enum: ['open', 'closed'] }) registration: string;
  @ApiProperty({ type: String, nullable: true }) support_url: string | null;
  @ApiProperty({ enum: ['alive', 'away'] }) publisher: string;
  @ApiProperty({ type: RehearsalView, nullable: true }) rehearsal: RehearsalView | null;
  @ApiProperty({ type: MediaRulesView }) media_rules: MediaRulesView;
}

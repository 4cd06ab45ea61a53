import { ApiProperty } from '@nestjs/swagger';

class RehearsalView {
  @ApiProperty({ example: '/rehearsal' }) url: string;
  @ApiProperty({ example: 'rehearsal-token' }) access_token: string;
  @ApiProperty({ example: '100000000000001' }) page_id: string;
  @ApiProperty({ example: '200000000000001' }) instagram_page_id: string;
}

class RulesView {
  @ApiProperty({ type: 'integer', example: 104857600 }) maxBytes: number;
  @ApiProperty({ description: 'Of a file input.', example: '.mp4,video/mp4' }) accept: string;
  @ApiProperty({ description: 'The rules as a sentence.', example: 'MP4, up to 100MB' }) help: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'What is said of a file that breaks a rule.',
    example: { size: 'Video must be under 100MB' },
  })
  sentences: unknown;
}

class LeastSizeView {
  @ApiProperty({ type: 'integer', example: 540 }) width: number;
  @ApiProperty({ type: 'integer', example: 960 }) height: number;
}

class MostSizeView {
  @ApiProperty({ type: 'integer', example: 1080 }) width: number;
  @ApiProperty({ type: 'integer', nullable: true, example: 1920 }) height: number | null;
}

class AspectView {
  @ApiProperty({ description: 'Width by height.', example: 0.5625 }) ratio: number;
  @ApiProperty({ description: 'How far off it may be.', example: 0.01 }) tolerance: number;
}

class VideoRulesView extends RulesView {
  @ApiProperty({ enum: ['mp4', 'mov'], isArray: true, example: ['mp4'] }) containers: readonly string[];
  @ApiProperty({ type: LeastSizeView, nullable: true }) min: LeastSizeView | null;
  @ApiProperty({ type: MostSizeView }) max: MostSizeView;
  @ApiProperty({ type: AspectView }) aspect: AspectView;
  @ApiProperty({ type: 'integer', example: 3000 }) minDurationMs: number;
  @ApiProperty({ type: 'integer', nullable: true, example: 900000 }) maxDurationMs: number | null;
  @ApiProperty({ type: [String], example: ['h264'] }) codecs: readonly string[];
}

class ImageRulesView extends RulesView {
  @ApiProperty({ enum: ['jpeg', 'png', 'gif'], isArray: true, example: ['jpeg'] }) formats: readonly string[];
  @ApiProperty({ type: 'integer', description: 'Pixels, of either side.', example: 500 }) min: number;
  @ApiProperty({ type: 'integer', description: 'Pixels, of either side.', example: 4096 }) max: number;
}

class MediaRulesView {
  @ApiProperty({ type: VideoRulesView }) facebook_video: VideoRulesView;
  @ApiProperty({ type: VideoRulesView }) instagram_video: VideoRulesView;
  @ApiProperty({ type: VideoRulesView }) shared_video: VideoRulesView;
  @ApiProperty({ type: ImageRulesView }) photo: ImageRulesView;
}

export class ClientConfigView {
  @ApiProperty({ example: 'Pagecast' }) product: string;
  @ApiProperty({ enum: ['rehearsal', 'live'], example: 'rehearsal' }) network: string;
  @ApiProperty({ enum: ['open', 'closed'], example: 'open' }) registration: string;
  @ApiProperty({ type: String, nullable: true, description: 'A messaging link.', example: null })
  support_url: string | null;
  @ApiProperty({ enum: ['alive', 'away'], description: 'Whether any process publishes.', example: 'alive' })
  publisher: string;
  @ApiProperty({ description: 'Whether accounts can be connected by a login dialog.', example: true })
  connect: boolean;
  @ApiProperty({ type: RehearsalView, nullable: true, description: 'Null with `network` live.' })
  rehearsal: RehearsalView | null;
  @ApiProperty({ type: MediaRulesView }) media_rules: MediaRulesView;
}

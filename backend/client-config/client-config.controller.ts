import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Public } from '../common/http/public.decorator';
import { Config, supportUrl } from '../config/config';
import { FACEBOOK_VIDEO, INSTAGRAM_VIDEO, PHOTO, SHARED_VIDEO } from '../media/rules';
import { Connector } from '../ports/networks/connector';
import { Heartbeats } from '../publishing/publisher/heartbeats';
import { REHEARSAL_INSTAGRAM_ID, REHEARSAL_PAGE_ID, REHEARSAL_TOKEN } from '../rehearsal/rehearsal-account';
import { ClientConfigView } from './client-config.view';

/** What the client needs before sign-in. */
@ApiTags('Configuration')
@Public()
@Controller('config')
export class ClientConfigController {
  constructor(
    private readonly config: Config,
    private readonly heartbeats: Heartbeats,
    private readonly connector: Connector,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'getClientConfig',
    summary: 'Get what a client needs before anyone signs in',
    description: 'The mode of the installation and the rules of uploads.',
  })
  @ApiOkResponse({ type: ClientConfigView })
  async get(): Promise<ClientConfigView> {
    const { network, registration } = this.config;
    return {
      product: 'Pagecast',
      network: network.mode,
      registration,
      support_url: supportUrl(this.config),
      publisher: (await this.heartbeats.alive()).length > 0 ? 'alive' : 'away',
      connect: this.connector.isOffered,
      rehearsal:
        network.mode === 'rehearsal'
          ? {
              url: '/rehearsal',
              access_token: REHEARSAL_TOKEN,
              page_id: REHEARSAL_PAGE_ID,
              instagram_page_id: REHEARSAL_INSTAGRAM_ID,
            }
          : null,
      media_rules: {
        facebook_video: FACEBOOK_VIDEO,
        instagram_video: INSTAGRAM_VIDEO,
        shared_video: SHARED_VIDEO,
        photo: PHOTO,
      },
    };
  }
}

import { Body, Controller, Get, HttpCode, Post, Put } from '@nestjs/common';
import { CurrentUser, type Caller } from '../common/caller.decorator';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '../common/openapi';
import { UserView, viewUser } from '../users/user.view';
import { ConnectionsService } from './connections.service';
import { ConnectionsView } from './connection.view';
import { FacebookSettingsDto } from './facebook-settings.dto';

@ApiTags('connection')
@ApiBearerAuth()
@Controller('user')
export class ConnectionsController {
  constructor(private readonly connections: ConnectionsService) {}

  @Put('facebook-settings')
  @ApiOkResponse({ type: UserView })
  async save(@CurrentUser() caller: Caller, @Body() settings: FacebookSettingsDto): Promise<UserView> {
    return viewUser(await this.connections.saveSettings(caller.id, settings));
  }

  @Get('connection')
  @ApiOkResponse({ type: ConnectionsView })
  get(@CurrentUser() caller: Caller): Promise<ConnectionsView> {
    return this.connections.view(caller.id);
  }

  @Post('connection/check')
  @HttpCode(200)
  @ApiOkResponse({ type: ConnectionsView })
  check(@CurrentUser() caller: Caller): Promise<ConnectionsView> {
    return this.connections.check(caller.id);
  }
}

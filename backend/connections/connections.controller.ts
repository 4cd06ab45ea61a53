import { Body, Controller, Get, HttpCode, Post, Put } from '@nestjs/common';
import { CurrentUser, type Caller } from '../common/caller.decorator';
import { ApiBearerAuth, ApiConflict, ApiLimited, ApiOkResponse, ApiTags } from '../common/openapi';
import { RateLimits } from '../common/rate-limits';
import { UserView, viewUser } from '../users/user.view';
import { ConnectionChecks } from './connection-checks';
import { ConnectionsService } from './connections.service';
import { ConnectionsView } from './connection.view';
import { GOING_PUBLIC } from './departures';
import { FacebookSettings } from './facebook-settings';
import { FacebookSettingsDto, InspectTokenDto } from './facebook-settings.dto';
import { InspectionView } from './inspection.view';

@ApiTags('connection')
@ApiBearerAuth()
@Controller('user')
export class ConnectionsController {
  constructor(
    private readonly connections: ConnectionsService,
    private readonly checks: ConnectionChecks,
    private readonly settings: FacebookSettings,
    private readonly limits: RateLimits,
  ) {}

  @Put('facebook-settings')
  @ApiOkResponse({ type: UserView })
  @ApiConflict(GOING_PUBLIC)
  @ApiLimited('10 a minute and user.')
  async save(@CurrentUser() caller: Caller, @Body() settings: FacebookSettingsDto): Promise<UserView> {
    await this.limits.consume('facebook-settings', caller.id);
    return viewUser(await this.settings.change(caller.id, settings));
  }

  @Get('connection')
  @ApiOkResponse({ type: ConnectionsView })
  get(@CurrentUser() caller: Caller): Promise<ConnectionsView> {
    return this.connections.view(caller.id);
  }

  @Post('connection/check')
  @HttpCode(200)
  @ApiOkResponse({ type: ConnectionsView })
  @ApiLimited('10 a minute and user, together with inspections.')
  async check(@CurrentUser() caller: Caller): Promise<ConnectionsView> {
    await this.limits.consume('connection-check', caller.id);
    return this.checks.check(caller.id);
  }

  @Post('connection/inspect')
  @HttpCode(200)
  @ApiOkResponse({ type: InspectionView })
  @ApiLimited('10 a minute and user, together with checks.')
  async inspect(
    @CurrentUser() caller: Caller,
    @Body() { access_token }: InspectTokenDto,
  ): Promise<InspectionView> {
    await this.limits.consume('connection-check', caller.id);
    return this.checks.inspect(access_token);
  }
}

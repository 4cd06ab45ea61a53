import { Body, Controller, Get, HttpCode, Post, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  ACCOUNT_QUOTA_EXCEEDED,
  ApiConflict,
  ApiInvalid,
  ApiLimited,
} from '../../common/api-docs/api-refusals';
import { CurrentUser, type Caller } from '../../common/http/caller.decorator';
import { RateLimits } from '../../common/limits/rate-limits';
import { Repeatable } from '../../keyed-calls/repeatable.decorator';
import { UserView } from '../../users/user.view';
import { UsersService } from '../../users/users.service';
import { AccountChecks } from '../checks/account-checks';
import { AccountsService } from '../accounts.service';
import { ConnectionsView } from './connection.view';
import { COMMENTING, GOING_PUBLIC, IN_DOUBT } from '../removal/account-posts';
import { PENDING_THERE, UNDER_WAY_THERE } from '../removal/account-removal';
import { FacebookSettings } from '../settings/facebook-settings';
import { FacebookSettingsDto, InspectTokenDto } from '../settings/facebook-settings.dto';
import { InspectionView } from './inspection.view';

@ApiTags('Connection')
@Controller('user')
export class ConnectionController {
  constructor(
    private readonly connections: AccountsService,
    private readonly checks: AccountChecks,
    private readonly settings: FacebookSettings,
    private readonly limits: RateLimits,
    private readonly users: UsersService,
  ) {}

  @Put('facebook-settings')
  @ApiOperation({
    operationId: 'saveFacebookSettings',
    summary: 'Save the connection and the posting frequency',
    description:
      'About the default accounts. Checks the token, the Page and the Instagram account with Meta before anything is stored. What is absent stays as it is. An id that is already another account makes that one the default and moves no item; any other id changes the default in place, and its pending items follow.',
  })
  @ApiOkResponse({ type: UserView })
  @ApiConflict(GOING_PUBLIC, IN_DOUBT, COMMENTING, UNDER_WAY_THERE, PENDING_THERE)
  @ApiInvalid(
    { error: 'validation_failed', message: 'This token does not manage the page 102030405060708.' },
    ACCOUNT_QUOTA_EXCEEDED,
  )
  @ApiLimited('10 a minute per user.')
  async save(@CurrentUser() caller: Caller, @Body() settings: FacebookSettingsDto): Promise<UserView> {
    await this.limits.consume('facebook-settings', caller.id);
    await this.settings.change(caller.id, settings);
    return this.users.view(caller.id);
  }

  @Get('connection')
  @ApiOperation({
    operationId: 'getConnection',
    summary: 'Get the state of the connection',
    description: 'Whether each account is connected, paused or missing, as of the last check.',
  })
  @ApiOkResponse({ type: ConnectionsView })
  get(@CurrentUser() caller: Caller): Promise<ConnectionsView> {
    return this.connections.view(caller.id);
  }

  @Post('connection/check')
  @Repeatable()
  @ApiOperation({
    operationId: 'checkConnection',
    summary: 'Check the connection now',
    description: 'Asks Meta about the stored token and answers the new state.',
  })
  @HttpCode(200)
  @ApiOkResponse({ type: ConnectionsView })
  @ApiLimited('10 a minute per user, together with inspections.')
  async check(@CurrentUser() caller: Caller): Promise<ConnectionsView> {
    await this.limits.consume('connection-check', caller.id);
    return this.checks.check(caller.id);
  }

  @Post('connection/inspect')
  @Repeatable()
  @ApiOperation({
    operationId: 'inspectToken',
    summary: 'Find out what a token is good for',
    description: 'Lists the Pages and Instagram accounts that it can post to. Nothing is stored.',
  })
  @HttpCode(200)
  @ApiOkResponse({ type: InspectionView })
  @ApiLimited('10 a minute per user, together with checks.')
  async inspect(
    @CurrentUser() caller: Caller,
    @Body() { access_token }: InspectTokenDto,
  ): Promise<InspectionView> {
    await this.limits.consume('connection-check', caller.id);
    return this.checks.inspect(access_token);
  }
}

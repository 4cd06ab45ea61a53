import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiConflict, ApiLimited } from '../common/api-docs/api-refusals';
import { Activity, type Actor } from '../activity/activity';
import { CurrentActor } from '../activity/actor.decorator';
import { CurrentUser, type Caller } from '../common/http/caller.decorator';
import { IdPipe } from '../common/http/id.pipe';
import { FromClient, type ClientInfo } from '../common/http/client-info.decorator';
import { UserView } from '../users/user.view';
import { UsersService } from '../users/users.service';
import { ChangePasswordDto, ChangeProfileDto } from './account.dto';
import { AccountService } from './account.service';
import { ACCOUNT_CHANGES } from './auth-limits';
import { SessionView } from './session.view';
import { SessionsService } from './sessions.service';

const MEANWHILE = 'Your account was changed elsewhere at the same moment. Try again.';
const LIMITED = `10 wrong current passwords a minute per user, over all calls. ${ACCOUNT_CHANGES}`;

@ApiTags('Account')
@Controller('user')
export class AccountController {
  constructor(
    private readonly account: AccountService,
    private readonly sessions: SessionsService,
    private readonly activity: Activity,
    private readonly users: UsersService,
  ) {}

  @Put()
  @ApiOperation({
    operationId: 'changeProfile',
    summary: 'Change name, email or time zone',
    description:
      'A new email needs `current_password`, tells the old address by mail and ends all other sessions.',
  })
  @ApiOkResponse({ type: UserView })
  @ApiConflict(MEANWHILE)
  @ApiLimited(LIMITED)
  async changeProfile(
    @CurrentUser() caller: Caller,
    @Body() change: ChangeProfileDto,
    @FromClient() from: ClientInfo,
  ): Promise<UserView> {
    await this.account.changeProfile(caller, change, from);
    return this.users.view(caller.id);
  }

  @Put('password')
  @ApiOperation({
    operationId: 'changePassword',
    summary: 'Change the password',
    description: 'Ends all other sessions.',
  })
  @ApiOkResponse({ type: UserView })
  @ApiConflict(MEANWHILE)
  @ApiLimited(LIMITED)
  async changePassword(
    @CurrentUser() caller: Caller,
    @Body() change: ChangePasswordDto,
    @FromClient() from: ClientInfo,
  ): Promise<UserView> {
    await this.account.changePassword(caller, change, from);
    return this.users.view(caller.id);
  }

  @Get('sessions')
  @ApiOperation({
    operationId: 'listSessions',
    summary: "List the caller's sessions",
    description: 'The latest first; `current` marks the one that asks.',
  })
  @ApiOkResponse({ type: SessionView, isArray: true })
  listSessions(@CurrentUser() caller: Caller): Promise<SessionView[]> {
    return this.sessions.list(caller);
  }

  @Delete('sessions')
  @ApiOperation({
    operationId: 'endOtherSessions',
    summary: 'End all other sessions',
    description: 'All but the one that asks.',
  })
  @ApiOkResponse({ type: SessionView, isArray: true, description: 'Those that were ended.' })
  endOtherSessions(@CurrentUser() caller: Caller, @CurrentActor() by: Actor): Promise<SessionView[]> {
    return this.sessions.closeOthers(caller, this.activity.noting(by, { action: 'other_sessions_ended' }));
  }

  @Delete('sessions/:id')
  @ApiOperation({
    operationId: 'endSession',
    summary: 'End a session',
    description: 'Its token is good for nothing from then on.',
  })
  @ApiOkResponse({ type: SessionView })
  endSession(
    @CurrentUser() caller: Caller,
    @Param('id', IdPipe) id: number,
    @CurrentActor() by: Actor,
  ): Promise<SessionView> {
    const deed = { action: 'session_ended', target: `session:${id}` } as const;
    return this.sessions.closeOne(caller, id, this.activity.noting(by, deed));
  }
}

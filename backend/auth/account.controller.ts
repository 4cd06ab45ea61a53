import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { Activity, type Actor } from '../activity/activity';
import { By } from '../activity/actor.decorator';
import { CurrentUser, type Caller } from '../common/caller.decorator';
import { IdPipe } from '../common/id.pipe';
import { ApiBearerAuth, ApiConflict, ApiLimited, ApiOkResponse, ApiTags } from '../common/openapi';
import { From, type ClientInfo } from '../common/client-info.decorator';
import { UserView } from '../users/user.view';
import { UsersService } from '../users/users.service';
import { ChangePasswordDto, ChangeProfileDto } from './account.dto';
import { AccountService } from './account.service';
import { SessionView } from './session.view';
import { SessionsService } from './sessions.service';

const MEANWHILE = 'conflict: the account was changed elsewhere at the same moment.';
const WRONG_PASSWORDS = '10 wrong current passwords a minute per user, over all calls.';

@ApiTags('user')
@ApiBearerAuth()
@Controller('user')
export class AccountController {
  constructor(
    private readonly account: AccountService,
    private readonly sessions: SessionsService,
    private readonly activity: Activity,
    private readonly users: UsersService,
  ) {}

  /** A new email needs `current_password`, tells the old one by mail and ends all other sessions. */
  @Put()
  @ApiOkResponse({ type: UserView })
  @ApiConflict(MEANWHILE)
  @ApiLimited(WRONG_PASSWORDS)
  async changeProfile(
    @CurrentUser() caller: Caller,
    @Body() change: ChangeProfileDto,
    @From() from: ClientInfo,
  ): Promise<UserView> {
    await this.account.changeProfile(caller, change, from);
    return this.users.view(caller.id);
  }

  /** Ends all other sessions. */
  @Put('password')
  @ApiOkResponse({ type: UserView })
  @ApiConflict(MEANWHILE)
  @ApiLimited(WRONG_PASSWORDS)
  async changePassword(
    @CurrentUser() caller: Caller,
    @Body() change: ChangePasswordDto,
    @From() from: ClientInfo,
  ): Promise<UserView> {
    await this.account.changePassword(caller, change, from);
    return this.users.view(caller.id);
  }

  @Get('sessions')
  @ApiOkResponse({ type: SessionView, isArray: true })
  listSessions(@CurrentUser() caller: Caller): Promise<SessionView[]> {
    return this.sessions.list(caller);
  }

  /** All but the one that asks. */
  @Delete('sessions')
  @ApiOkResponse({ type: SessionView, isArray: true, description: 'Those that were ended.' })
  endOtherSessions(@CurrentUser() caller: Caller, @By() by: Actor): Promise<SessionView[]> {
    return this.sessions.closeOthers(caller, this.activity.noting(by, { action: 'other_sessions_ended' }));
  }

  @Delete('sessions/:id')
  @ApiOkResponse({ type: SessionView })
  endSession(
    @CurrentUser() caller: Caller,
    @Param('id', IdPipe) id: number,
    @By() by: Actor,
  ): Promise<SessionView> {
    const deed = { action: 'session_ended', target: `session:${id}` } as const;
    return this.sessions.closeOne(caller, id, this.activity.noting(by, deed));
  }
}

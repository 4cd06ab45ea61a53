import { Body, Controller, Delete, HttpCode, Post } from '@nestjs/common';
import type { Actor } from '../../activity/activity';
import { By } from '../../activity/actor.decorator';
import { CurrentUser, type Caller } from '../../common/caller.decorator';
import {
  ApiBearerAuth,
  ApiConflict,
  ApiCreatedResponse,
  ApiLimited,
  ApiOkResponse,
  ApiTags,
} from '../../common/openapi';
import { From, type ClientInfo } from '../../common/client-info.decorator';
import { UsersService } from '../../users/users.service';
import { UserView } from '../../users/user.view';
import { CurrentPassword } from '../current-password';
import {
  CodeDto,
  NewTwoFactorView,
  RecoveryCodesView,
  StartTwoFactorDto,
  StopTwoFactorDto,
} from './two-factor.dto';
import { TwoFactors } from './two-factors';

const WRONG_CODES = 'Wrong codes count as wrong logins.';

@ApiTags('user')
@ApiBearerAuth()
@Controller('user/two-factor')
export class TwoFactorController {
  constructor(
    private readonly twoFactors: TwoFactors,
    private readonly currentPassword: CurrentPassword,
    private readonly users: UsersService,
  ) {}

  /** Nothing changes until a code of this secret is confirmed. */
  @Post()
  @ApiCreatedResponse({ type: NewTwoFactorView })
  @ApiConflict('conflict: it is on already.')
  @ApiLimited('10 wrong current passwords a minute per user, over all calls.')
  async start(
    @CurrentUser() caller: Caller,
    @Body() { password }: StartTwoFactorDto,
    @From() { address }: ClientInfo,
  ): Promise<NewTwoFactorView> {
    return this.twoFactors.start(await this.currentPassword.confirm(caller, password, address, 'password'));
  }

  @Post('confirm')
  @HttpCode(200)
  @ApiOkResponse({ type: RecoveryCodesView })
  @ApiConflict('conflict: there is no secret to confirm.')
  @ApiLimited(WRONG_CODES)
  async confirm(
    @CurrentUser() caller: Caller,
    @Body() { code }: CodeDto,
    @By() by: Actor,
  ): Promise<RecoveryCodesView> {
    return { recovery_codes: await this.twoFactors.confirm(by, await this.users.get(caller.id), code) };
  }

  /** `code` may be a recovery code. */
  @Delete()
  @ApiOkResponse({ type: UserView })
  @ApiConflict('conflict: it is off.')
  @ApiLimited(WRONG_CODES)
  async stop(
    @CurrentUser() caller: Caller,
    @Body() { password, code }: StopTwoFactorDto,
    @From() { address }: ClientInfo,
    @By() by: Actor,
  ): Promise<UserView> {
    const user = await this.currentPassword.confirm(caller, password, address, 'password');
    await this.twoFactors.stop(by, user, code);
    return this.users.view(caller.id);
  }
}

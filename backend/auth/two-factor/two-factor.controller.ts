import { Body, Controller, Delete, HttpCode, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiConflict, ApiLimited } from '../../common/api-docs/api-refusals';
import type { Actor } from '../../activity/activity';
import { CurrentActor } from '../../activity/actor.decorator';
import { CurrentUser, type Caller } from '../../common/http/caller.decorator';
import { FromClient, type ClientInfo } from '../../common/http/client-info.decorator';
import { UsersService } from '../../users/users.service';
import { UserView } from '../../users/user.view';
import { ACCOUNT_CHANGES } from '../auth-limits';
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

@ApiTags('Account')
@Controller('user/two-factor')
export class TwoFactorController {
  constructor(
    private readonly twoFactors: TwoFactors,
    private readonly currentPassword: CurrentPassword,
    private readonly users: UsersService,
  ) {}

  @Post()
  @ApiOperation({
    operationId: 'startTwoFactor',
    summary: 'Get a secret for an authenticator app',
    description: 'Nothing changes until a code of this secret is confirmed.',
  })
  @ApiCreatedResponse({ type: NewTwoFactorView })
  @ApiConflict('Two-factor sign-in is on already. Turn it off first.')
  @ApiLimited('10 wrong current passwords a minute per user, over all calls.')
  async start(
    @CurrentUser() caller: Caller,
    @Body() { password }: StartTwoFactorDto,
    @FromClient() { address }: ClientInfo,
  ): Promise<NewTwoFactorView> {
    return this.twoFactors.start(await this.currentPassword.confirm(caller, password, address, 'password'));
  }

  @Post('confirm')
  @ApiOperation({
    operationId: 'confirmTwoFactor',
    summary: 'Turn on two-factor sign-in',
    description: 'Takes a code of the new secret and answers the recovery codes.',
  })
  @HttpCode(200)
  @ApiOkResponse({ type: RecoveryCodesView })
  @ApiConflict('There is nothing to confirm. Begin again with your password to get a new secret.')
  @ApiLimited(`${WRONG_CODES} ${ACCOUNT_CHANGES}`)
  async confirm(
    @CurrentUser() caller: Caller,
    @Body() { code }: CodeDto,
    @CurrentActor() by: Actor,
  ): Promise<RecoveryCodesView> {
    return { recovery_codes: await this.twoFactors.confirm(by, await this.users.get(caller.id), code) };
  }

  @Delete()
  @ApiOperation({
    operationId: 'stopTwoFactor',
    summary: 'Turn off two-factor sign-in',
    description: '`code` may be a recovery code.',
  })
  @ApiOkResponse({ type: UserView })
  @ApiConflict('Two-factor sign-in is off.')
  @ApiLimited(WRONG_CODES)
  async stop(
    @CurrentUser() caller: Caller,
    @Body() { password, code }: StopTwoFactorDto,
    @FromClient() { address }: ClientInfo,
    @CurrentActor() by: Actor,
  ): Promise<UserView> {
    const user = await this.currentPassword.confirm(caller, password, address, 'password');
    await this.twoFactors.stop(by, user, code);
    return this.users.view(caller.id);
  }
}

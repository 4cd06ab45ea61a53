import { Body, Controller, Get, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiLimited, ApiRefused } from '../common/api-docs/api-refusals';
import { Activity, type Actor } from '../activity/activity';
import { CurrentActor } from '../activity/actor.decorator';
import { CurrentUser, type Caller } from '../common/http/caller.decorator';
import { Public } from '../common/http/public.decorator';
import { FromClient, type ClientInfo } from '../common/http/client-info.decorator';
import { UsersService } from '../users/users.service';
import type { UserView } from '../users/user.view';
import { AuthView, LoginDto, MessageView, RegisterDto, ValidView } from './auth.dto';
import { LoginLimit, RegisterLimit, ResetLinkLimit, ResetMailLimit } from './auth-limit.guards';
import { AuthService } from './auth.service';
import { ForgotPasswordDto, ResetPasswordDto } from './password-reset.dto';
import { PasswordReset } from './password-reset.service';
import { SessionsService } from './sessions.service';
import { SecondFactor } from './two-factor/second-factor';
import { SecondFactorDto } from './two-factor/two-factor.dto';

@ApiTags('Sign-in')
@Controller('auth')
export class AuthController {
  constructor(
    private readonly auth: AuthService,
    private readonly passwordReset: PasswordReset,
    private readonly sessions: SessionsService,
    private readonly secondFactor: SecondFactor,
    private readonly activity: Activity,
    private readonly users: UsersService,
  ) {}

  @Public()
  @Post('register')
  @ApiOperation({
    operationId: 'register',
    summary: 'Register',
    description:
      'Creates the account and signs it in. Installations can be closed to this: `GET /config` says so.',
  })
  @UseGuards(RegisterLimit)
  @ApiCreatedResponse({ type: AuthView })
  @ApiLimited('30 a minute per address.')
  register(@Body() body: RegisterDto, @FromClient() from: ClientInfo): Promise<AuthView> {
    return this.auth.register(body, from);
  }

  @Public()
  @Post('login')
  @ApiOperation({
    operationId: 'login',
    summary: 'Sign in',
    description:
      'Answers a token. With two-factor sign-in it refuses with a `challenge` for `POST /auth/two-factor`.',
  })
  @UseGuards(LoginLimit)
  @HttpCode(200)
  @ApiOkResponse({ type: AuthView })
  @ApiRefused(
    { error: 'invalid_credentials', message: 'Invalid credentials' },
    { error: 'two_factor_required', message: 'Enter the code from your authenticator app.' },
  )
  @ApiLimited('10 a minute per account and address; wrong ones 20 per account and 30 per address.')
  login(@Body() body: LoginDto, @FromClient() from: ClientInfo): Promise<AuthView> {
    return this.auth.login(body, from);
  }

  /**
   * The second step of a sign-in. `challenge` is valid for five minutes and five tries; `code` may be a recovery code.
   */
  @Public()
  @Post('two-factor')
  @ApiOperation({
    operationId: 'answerTwoFactorChallenge',
    summary: 'Sign in with the second factor',
    description: '`challenge` is good for five minutes and five tries; `code` may be a recovery code.',
  })
  @HttpCode(200)
  @ApiOkResponse({ type: AuthView })
  @ApiRefused({
    error: 'unauthorized',
    message: 'This sign-in has expired or was used already. Sign in again with your password.',
  })
  @ApiLimited(
    "Wrong codes count as wrong logins. An authenticator's are 30 a day per account as well, except from addresses that it signed in from within 30 days.",
  )
  answerChallenge(@Body() body: SecondFactorDto, @FromClient() from: ClientInfo): Promise<AuthView> {
    return this.secondFactor.answer(body, from);
  }

  /** Gives the same answer whether or not the account exists. */
  @Public()
  @Post('forgot-password')
  @ApiOperation({
    operationId: 'requestPasswordReset',
    summary: 'Ask for a link to reset the password',
    description: 'The answer is the same whether the account exists or not.',
  })
  @UseGuards(ResetMailLimit)
  @HttpCode(200)
  @ApiOkResponse({ type: MessageView })
  @ApiLimited('5 a minute per account, 20 per address.')
  forgotPassword(@Body() { email }: ForgotPasswordDto): { message: string } {
    this.passwordReset.request(email);
    return { message: 'Password reset link sent to your email' };
  }

  @Public()
  @Post('reset-password')
  @ApiOperation({
    operationId: 'resetPassword',
    summary: 'Choose a new password with a link',
    description: 'Ends all sessions of the account.',
  })
  @UseGuards(ResetLinkLimit)
  @HttpCode(200)
  @ApiOkResponse({ type: MessageView })
  @ApiLimited('20 a minute per address.')
  async resetPassword(
    @Body() body: ResetPasswordDto,
    @FromClient() { address }: ClientInfo,
  ): Promise<{ message: string }> {
    await this.passwordReset.reset(body, address);
    return { message: 'Your password was changed. Sign in with the new one.' };
  }

  @Post('logout')
  @ApiOperation({ operationId: 'logout', summary: 'Sign out', description: 'Ends the session that asks.' })
  @HttpCode(200)
  @ApiOkResponse({ type: MessageView })
  async logout(@CurrentUser() caller: Caller, @CurrentActor() by: Actor): Promise<{ message: string }> {
    await this.sessions.close(caller, this.activity.noting(by, { action: 'signed_out' }));
    return { message: 'Signed out.' };
  }

  @Get('validate-token')
  @ApiOperation({
    operationId: 'validateToken',
    summary: 'Find out whether the token is still good',
    description: 'Answers its user.',
  })
  @ApiOkResponse({ type: ValidView })
  async validate(@CurrentUser() caller: Caller): Promise<{ valid: true; user: UserView }> {
    return { valid: true, user: await this.users.view(caller.id) };
  }
}

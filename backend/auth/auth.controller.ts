import { Body, Controller, Get, HttpCode, Ip, Post } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiCreatedResponse,
  ApiLimited,
  ApiOkResponse,
  ApiRefused,
  ApiTags,
} from '../common/openapi';
import { CurrentUser, type Caller } from '../common/caller.decorator';
import { Public } from '../common/public.decorator';
import { UsersService } from '../users/users.service';
import { viewUser, type UserView } from '../users/user.view';
import { AuthView, LoginDto, MessageView, RegisterDto, ValidView } from './auth.dto';
import { AuthService } from './auth.service';
import { ForgotPasswordDto, ResetPasswordDto } from './password-reset.dto';
import { PasswordReset } from './password-reset.service';
import { SessionsService } from './sessions.service';

@ApiTags('auth')
@Controller('auth')
export class AuthController {
  constructor(
    private readonly auth: AuthService,
    private readonly passwordReset: PasswordReset,
    private readonly sessions: SessionsService,
    private readonly users: UsersService,
  ) {}

  @Public()
  @Post('register')
  @ApiCreatedResponse({ type: AuthView })
  @ApiLimited('30 a minute per address.')
  register(@Body() body: RegisterDto, @Ip() address: string): Promise<AuthView> {
    return this.auth.register(body, address);
  }

  @Public()
  @Post('login')
  @HttpCode(200)
  @ApiOkResponse({ type: AuthView })
  @ApiRefused('unauthorized: Invalid credentials')
  @ApiLimited('10 a minute per account and address.')
  login(@Body() body: LoginDto, @Ip() address: string): Promise<AuthView> {
    return this.auth.login(body, address);
  }

  /** The same answer whether the account exists or not. */
  @Public()
  @Post('forgot-password')
  @HttpCode(200)
  @ApiOkResponse({ type: MessageView })
  @ApiLimited('5 a minute per account.')
  async forgotPassword(@Body() { email }: ForgotPasswordDto): Promise<{ message: string }> {
    await this.passwordReset.request(email);
    return { message: 'Password reset link sent to your email' };
  }

  @Public()
  @Post('reset-password')
  @HttpCode(200)
  @ApiOkResponse({ type: MessageView })
  async resetPassword(@Body() body: ResetPasswordDto): Promise<{ message: string }> {
    await this.passwordReset.reset(body);
    return { message: 'Your password was changed. Sign in with the new one.' };
  }

  @Post('logout')
  @HttpCode(200)
  @ApiBearerAuth()
  @ApiOkResponse({ type: MessageView })
  async logout(@CurrentUser() caller: Caller): Promise<{ message: string }> {
    await this.sessions.close(caller);
    return { message: 'Signed out.' };
  }

  @Get('validate-token')
  @ApiBearerAuth()
  @ApiOkResponse({ type: ValidView })
  async validate(@CurrentUser() caller: Caller): Promise<{ valid: true; user: UserView }> {
    return { valid: true, user: viewUser(await this.users.get(caller.id)) };
  }
}

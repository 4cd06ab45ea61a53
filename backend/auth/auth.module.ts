import { createSecretKey } from 'node:crypto';
import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { PassportModule } from '@nestjs/passport';
import { ActivityModule } from '../activity/activity.module';
import { Secrets } from '../config/secrets';
import { KeyRotation } from '../database/key-rotation';
import { UsersModule } from '../users/users.module';
import { AccountController } from './account.controller';
import { AccountService } from './account.service';
import { AdminAccounts } from './admin-accounts';
import { AuthController } from './auth.controller';
import { AuthHousekeeping } from './auth-housekeeping';
import { AuthLimits } from './auth-limits';
import { AuthService } from './auth.service';
import { CurrentPassword } from './current-password';
import { FirstAdmin } from './first-admin';
import { Invitations } from './invitations';
import { JWT_ALGORITHM } from './jwt';
import { JwtGuard } from './jwt.guard';
import { JwtStrategy } from './jwt.strategy';
import { KnownAddresses } from './known-addresses';
import { PasswordReset } from './password-reset.service';
import { Passwords } from './passwords';
import { ResetLinks } from './reset-links';
import { SessionsService } from './sessions.service';
import { Challenges } from './two-factor/challenges';
import { CodeChecks } from './two-factor/code-checks';
import { SEALED_SECRETS } from './two-factor/encrypted-secret';
import { GuessWarnings } from './two-factor/guess-warnings';
import { SecondFactor } from './two-factor/second-factor';
import { TwoFactorController } from './two-factor/two-factor.controller';
import { TwoFactors } from './two-factor/two-factors';

@Module({
  imports: [
    ActivityModule,
    UsersModule,
    PassportModule.register({ session: false }),
    JwtModule.registerAsync({
      inject: [Secrets],
      useFactory: ({ jwt }: Secrets) => ({
        // A KeyObject, as in `JwtStrategy`.
        secret: createSecretKey(Buffer.from(jwt)) as unknown as Buffer,
        signOptions: { algorithm: JWT_ALGORITHM },
      }),
    }),
  ],
  controllers: [AuthController, AccountController, TwoFactorController],
  providers: [
    AuthService,
    AccountService,
    AuthLimits,
    AuthHousekeeping,
    SessionsService,
    PasswordReset,
    ResetLinks,
    CurrentPassword,
    Invitations,
    TwoFactors,
    CodeChecks,
    Challenges,
    GuessWarnings,
    SecondFactor,
    KnownAddresses,
    Passwords,
    AdminAccounts,
    FirstAdmin,
    JwtStrategy,
    { provide: APP_GUARD, useClass: JwtGuard },
  ],
  exports: [
    SessionsService,
    ResetLinks,
    Passwords,
    CurrentPassword,
    Invitations,
    TwoFactors,
    FirstAdmin,
    AdminAccounts,
  ],
})
export class AuthModule {
  constructor(keyRotation: KeyRotation) {
    keyRotation.include(SEALED_SECRETS);
  }
}

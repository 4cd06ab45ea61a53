import { createSecretKey } from 'node:crypto';
import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { PassportModule } from '@nestjs/passport';
import { Secrets } from '../config/secrets';
import { UsersModule } from '../users/users.module';
import { AuthController } from './auth.controller';
import { AuthHousekeeping } from './auth-housekeeping';
import { AuthLimits } from './auth-limits';
import { AuthService } from './auth.service';
import { FirstAdmin } from './first-admin';
import { JWT_ALGORITHM } from './jwt';
import { JwtGuard } from './jwt.guard';
import { JwtStrategy } from './jwt.strategy';
import { PasswordReset } from './password-reset.service';
import { Passwords } from './passwords';
import { SessionsService } from './sessions.service';

@Module({
  imports: [
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
  controllers: [AuthController],
  providers: [
    AuthService,
    AuthLimits,
    AuthHousekeeping,
    SessionsService,
    PasswordReset,
    Passwords,
    FirstAdmin,
    JwtStrategy,
    { provide: APP_GUARD, useClass: JwtGuard },
  ],
  exports: [SessionsService, Passwords, FirstAdmin],
})
export class AuthModule {}

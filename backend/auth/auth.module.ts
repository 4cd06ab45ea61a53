import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { PassportModule } from '@nestjs/passport';
import { Secrets } from '../config/secrets';
import { UsersModule } from '../users/users.module';
import { AuthController } from './auth.controller';
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
      useFactory: ({ jwt }: Secrets) => ({ secret: jwt, signOptions: { algorithm: JWT_ALGORITHM } }),
    }),
  ],
  controllers: [AuthController],
  providers: [
    AuthService,
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

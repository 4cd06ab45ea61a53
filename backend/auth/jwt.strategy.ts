import { createSecretKey } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import type { Caller } from '../common/caller.decorator';
import { unauthorized } from '../common/errors';
import { Secrets } from '../config/secrets';
import { JWT_ALGORITHM, JWT_AUDIENCE, JWT_ISSUER, type TokenPayload } from './jwt';
import { SessionsService } from './sessions.service';

@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy) {
  constructor(
    secrets: Secrets,
    private readonly sessions: SessionsService,
  ) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      // A KeyObject: given a string, the library derives the key anew for each request, fifty times slower.
      secretOrKey: createSecretKey(Buffer.from(secrets.jwt)) as unknown as Buffer,
      algorithms: [JWT_ALGORITHM],
      issuer: JWT_ISSUER,
      audience: JWT_AUDIENCE,
    });
  }

  async validate({ sub, sid }: Partial<TokenPayload>): Promise<Caller> {
    const caller = typeof sid === 'string' ? await this.sessions.caller(sid, Number(sub)) : null;
    if (!caller) throw unauthorized('Your session has ended. Please sign in again.');
    return caller;
  }
}

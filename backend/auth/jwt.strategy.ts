import { createSecretKey } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { ExtractJwt, Strategy } from 'passport-jwt';
import type { Caller } from '../common/http/caller.decorator';
import { BoundedMap } from '../common/limits/bounded-map';
import { Clock } from '../common/time/clock';
import { DatabaseTime } from '../database/database-time';
import { sessionEnded, unauthorized } from '../common/errors/errors';
import { clientInfoOf } from '../common/http/client-info.decorator';
import { Secrets } from '../config/secrets';
import { isTokenPayload, JWT_ALGORITHM, JWT_AUDIENCE, JWT_ISSUER, type TokenPayload } from './jwt';
import { SessionsService } from './sessions.service';

/** Tokens that are cached; one takes about 300 bytes. */
const MOST_KNOWN = 10_000;

const tokenOf = ExtractJwt.fromAuthHeaderAsBearerToken();

@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy) {
  /** Tokens whose signature was valid. Verifying the same text again would find out nothing new. */
  private readonly known = new BoundedMap<string, TokenPayload>(MOST_KNOWN);

  constructor(
    secrets: Secrets,
    private readonly sessions: SessionsService,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {
    super({
      jwtFromRequest: tokenOf,
      passReqToCallback: true,
      // A KeyObject: given a string, the library derives the key again for each request, fifty times slower.
      secretOrKey: createSecretKey(Buffer.from(secrets.jwt)) as unknown as Buffer,
      algorithms: [JWT_ALGORITHM],
      issuer: JWT_ISSUER,
      audience: JWT_AUDIENCE,
      // The library would ask this machine's clock.
      ignoreExpiration: true,
    });
  }

  /** Called for a token whose signature, issuer and audience are valid. */
  async validate(request: FastifyRequest, payload: unknown): Promise<Caller> {
    if (!isTokenPayload(payload) || this.isOver(payload)) throw unauthorized();
    const caller = await this.callerOf(request, payload);
    const token = tokenOf(request);
    if (token !== null) this.known.set(token, payload);
    return caller;
  }

  /**
   * The caller of a token that was verified before. @returns undefined if the token has to be verified.
   *
   * @throws DomainError 401 when its session has ended
   */
  async recognize(request: FastifyRequest): Promise<Caller | undefined> {
    const payload = this.known.get(tokenOf(request) ?? '');
    if (!payload || this.isOver(payload)) return undefined;
    return this.callerOf(request, payload);
  }

  private isOver({ exp }: TokenPayload): boolean {
    return exp * 1000 <= this.clock.now();
  }

  private async callerOf(request: FastifyRequest, { sub, sid }: TokenPayload): Promise<Caller> {
    const caller = await this.sessions.caller(sid, Number(sub), clientInfoOf(request));
    if (!caller) throw sessionEnded();
    return caller;
  }
}

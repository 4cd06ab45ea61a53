import { Injectable, Logger } from '@nestjs/common';
import { Activity } from '../activity/activity';
import type { Action } from '../activity/actions';
import { DomainError } from '../common/errors/errors';
import type { ClientInfo } from '../common/http/client-info.decorator';
import { Database, type Statement } from '../database/database';
import type { User } from '../users/user.entity';
import { changingUser } from '../users/user-changes';
import { UsersService } from '../users/users.service';
import type { AuthView, LoginDto, RegisterDto } from './auth.dto';
import { accountKey, AuthLimits, type Reservation, type Try } from './auth-limits';
import { KnownAddresses } from './known-addresses';
import { Passwords } from './passwords';
import { SessionsService } from './sessions.service';
import { Challenges, twoFactorRequired } from './two-factor/challenges';

@Injectable()
export class AuthService {
  private readonly log = new Logger('AuthService');

  constructor(
    private readonly users: UsersService,
    private readonly passwords: Passwords,
    private readonly sessions: SessionsService,
    private readonly addresses: KnownAddresses,
    private readonly challenges: Challenges,
    private readonly activity: Activity,
    private readonly limits: AuthLimits,
    private readonly db: Database,
  ) {}

  /** @throws DomainError 422 when the address is taken. */
  async register({ name, email, password, timezone }: RegisterDto, from: ClientInfo): Promise<AuthView> {
    const passwordHash = await this.passwords.hash(password, { lane: from.address });
    const user = await this.users.create({ name, email, passwordHash, timezone: timezone ?? undefined });
    return this.signedIn(user, await this.open(user, from, 'registered'));
  }

  /**
   * @throws DomainError 401 in the same words and after the same time whether or not the account exists; 401
   * `two_factor_required` when the password is right and a code is missing; 429
   */
  async login({ email, password }: LoginDto, from: ClientInfo): Promise<AuthView> {
    const user = await this.users.findByEmail(email);
    const tries = await this.wrongLogin(user?.id, email, from.address);
    let counted: Reservation | undefined;
    const right = await this.passwords.matches(password, user?.passwordHash, {
      lane: from.address,
      // Counts before the outcome is known, so that concurrent tries all count; but not while the request waits in
      // line, so that people who sign in at the same moment from the same office do not use up each other's tries.
      first: async () => {
        counted = await this.limits.reserve(tries);
      },
    });
    if (!user || !right) {
      if (user) this.noteFailure(user.id, from);
      throw invalidCredentials();
    }
    const back = counted ? this.limits.givingBack(counted) : [];
    if (user.twoFactor) return this.askForCode(user, password, from, back);
    const token =
      (await this.open(user, from, 'signed_in', back)) ?? (await this.openAgain(email, password, from, back));
    await this.renewHash(user, password, from);
    return this.signedIn(user, token);
  }

  /** Tries of strangers elsewhere do not count against an address that the account knows. */
  private async wrongLogin(userId: number | undefined, email: string, address: string): Promise<Try[]> {
    const isKnown = await this.addresses.has(userId ?? 0, address);
    const byAddress: Try = ['wrongLoginsOfAddress', address];
    return isKnown ? [byAddress] : [byAddress, ['wrongLoginsOfAccount', accountKey(userId, email)]];
  }

  private open(
    user: User,
    from: ClientInfo,
    action: Action,
    more: Statement[] = [],
  ): Promise<string | undefined> {
    return this.sessions.open(user, from, [
      ...more,
      ...this.addresses.noting(user.id, from.address),
      this.activity.noting({ id: user.id, address: from.address }, { action }),
    ]);
  }

  private async askForCode(
    user: User,
    password: string,
    from: ClientInfo,
    more: Statement[],
  ): Promise<never> {
    const challenge = await this.challenges.open(user, more);
    await this.renewHash(user, password, from);
    throw challenge === undefined ? invalidCredentials() : twoFactorRequired(challenge);
  }

  /** Runs after the answer, so that the response time does not reveal that the account exists. */
  private noteFailure(userId: number, { address }: ClientInfo): void {
    setImmediate(() => {
      this.activity.noteFailure(userId, address).catch((error: unknown) => {
        this.log.warn({ err: error }, 'a failed sign-in could not be noted');
      });
    });
  }

  /**
   * The hash has changed since it was checked: a concurrent login renewed it, or a reset replaced it. Checks it again.
   */
  private async openAgain(
    email: string,
    password: string,
    from: ClientInfo,
    more: Statement[],
  ): Promise<string | undefined> {
    const user = await this.users.findByEmail(email);
    const right = await this.passwords.matches(password, user?.passwordHash, { lane: from.address });
    if (!user || !right) return undefined;
    if (user.twoFactor) return this.askForCode(user, password, from, more);
    return this.open(user, from, 'signed_in', more);
  }

  /** Replaces a hash that was made with less work than is required now. Only a sign-in has the password at hand. */
  private async renewHash(
    { id, passwordHash }: User,
    password: string,
    { address }: ClientInfo,
  ): Promise<void> {
    if (!this.passwords.isOutdated(passwordHash)) return;
    const renewed = await this.passwords.hash(password, { lane: address });
    const renewing = changingUser(id, { password_hash: renewed });
    await this.db.run(renewing.where('password_hash', '=', passwordHash));
  }

  private async signedIn(user: User, token: string | undefined): Promise<AuthView> {
    if (token === undefined) throw invalidCredentials();
    return { token, user: await this.users.view(user.id) };
  }
}

const invalidCredentials = () => new DomainError(401, 'invalid_credentials', 'Invalid credentials');

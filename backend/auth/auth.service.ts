import { Injectable } from '@nestjs/common';
import { DomainError } from '../common/errors';
import { RateLimits } from '../common/rate-limits';
import type { User } from '../users/user.entity';
import { UsersService } from '../users/users.service';
import { viewUser } from '../users/user.view';
import type { AuthView, LoginDto, RegisterDto } from './auth.dto';
import { Passwords } from './passwords';
import { SessionsService } from './sessions.service';

@Injectable()
export class AuthService {
  constructor(
    private readonly users: UsersService,
    private readonly passwords: Passwords,
    private readonly sessions: SessionsService,
    private readonly limits: RateLimits,
  ) {}

  async register({ name, email, password, timezone }: RegisterDto, address: string): Promise<AuthView> {
    await this.limits.consume('register', address);
    const passwordHash = await this.passwords.hash(password);
    return this.signIn(await this.users.create({ name, email, passwordHash, timezone }));
  }

  /** @throws DomainError 401 in the same words and the same time, whether the account exists or not. */
  async login({ email, password }: LoginDto, address: string): Promise<AuthView> {
    await this.limits.consume('login', `${address} ${email}`);
    const user = await this.users.findByEmail(email);
    const right = await this.passwords.matches(password, user?.passwordHash);
    if (!user || !right) throw new DomainError(401, 'invalid_credentials', 'Invalid credentials');
    return this.signIn(user);
  }

  private async signIn(user: User): Promise<AuthView> {
    return { token: await this.sessions.open(user.id), user: viewUser(user) };
  }
}

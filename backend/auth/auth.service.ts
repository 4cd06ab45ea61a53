import { Injectable } from '@nestjs/common';
import { DomainError } from '../common/errors';
import type { User } from '../users/user.entity';
import { UsersService } from '../users/users.service';
import { viewUser } from '../users/user.view';
import type { AuthView, LoginDto, RegisterDto } from './auth.dto';
import { AuthLimits } from './auth-limits';
import { Passwords } from './passwords';
import { SessionsService } from './sessions.service';

@Injectable()
export class AuthService {
  constructor(
    private readonly users: UsersService,
    private readonly passwords: Passwords,
    private readonly sessions: SessionsService,
    private readonly limits: AuthLimits,
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
    if (!user || !right) throw invalidCredentials();
    return this.signIn(user);
  }

  private async signIn(user: User): Promise<AuthView> {
    const token = await this.sessions.open(user);
    if (token === undefined) throw invalidCredentials();
    return { token, user: viewUser(user) };
  }
}

const invalidCredentials = () => new DomainError(401, 'invalid_credentials', 'Invalid credentials');

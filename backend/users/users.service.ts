import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Clock } from '../common/clock';
import { invalid, notFound } from '../common/errors';
import { Database } from '../database/database';
import { query } from '../database/tables';
import { profileOf } from './profile';
import { User } from './user.entity';
import { viewProfile, type UserView } from './user.view';

export interface NewUser {
  name: string;
  email: string;
  passwordHash: string;
  timezone?: string;
  isAdmin?: number;
}

@Injectable()
export class UsersService {
  private readonly welcomes: ((user: User) => Promise<void>)[] = [];

  constructor(
    @InjectRepository(User) private readonly users: Repository<User>,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** Registers what another module does for every new user. */
  onCreated(welcome: (user: User) => Promise<void>): void {
    this.welcomes.push(welcome);
  }

  /** @throws DomainError 404 */
  async get(id: number): Promise<User> {
    const user = await this.users.findOneBy({ id });
    if (!user) throw notFound('This user');
    return user;
  }

  /** @throws DomainError 404 */
  async view(id: number): Promise<UserView> {
    const row = await this.db.row(profileOf(id));
    if (!row) throw notFound('This user');
    return viewProfile(row);
  }

  /** Finds the user with exactly this address. */
  async findByEmail(email: string): Promise<User | null> {
    const user = await this.users.findOneBy({ email });
    return user?.email === email ? user : null;
  }

  /** Like `findByEmail`, but reads only the id. */
  async idOf(email: string): Promise<number | undefined> {
    const row = await this.db.row(
      query.selectFrom('users').select(['id', 'email']).where('email', '=', email),
    );
    return row?.email === email ? row.id : undefined;
  }

  async isEmpty(): Promise<boolean> {
    return (await this.users.count({ take: 1 })) === 0;
  }

  /** @throws DomainError 422 when the address is taken. */
  async create({ timezone = 'UTC', isAdmin = 0, ...rest }: NewUser): Promise<User> {
    const row = { ...rest, timezone, isAdmin, createdAt: this.clock.now() };
    const { identifiers } = await this.refuseTakenEmail(() => this.users.insert(row));
    const user = await this.get((identifiers[0] as { id: number }).id);
    for (const welcome of this.welcomes) await welcome(user);
    return user;
  }

  async update(id: number, change: Partial<Omit<User, 'id'>>): Promise<User> {
    await this.refuseTakenEmail(() => this.users.update({ id }, change));
    return this.get(id);
  }

  private async refuseTakenEmail<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      if (this.db.isDuplicate(driverErrorOf(error))) throw emailTaken();
      throw error;
    }
  }
}

export const emailTaken = () => invalid({ email: ['This email address is already registered.'] });

/** TypeORM wraps what the driver threw. */
function driverErrorOf(error: unknown): unknown {
  return (error as { driverError?: unknown }).driverError ?? error;
}

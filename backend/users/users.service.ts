import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Clock } from '../common/time/clock';
import { invalid, notFound } from '../common/errors/errors';
import { Database, insertStatement, type Statement } from '../database/database';
import { DatabaseTime } from '../database/database-time';
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

/** Makes statements for the unit that inserts the user first: `ofRow: 0` is the user. */
type Welcome = (user: Pick<User, 'isAdmin'>) => Promise<Statement[]>;

@Injectable()
export class UsersService {
  private readonly welcomes: Welcome[] = [];

  constructor(
    @InjectRepository(User) private readonly users: Repository<User>,
    private readonly db: Database,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /** Registers what another module stores for every new user. */
  onCreated(welcome: Welcome): void {
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
    const { name, email, passwordHash: password_hash } = rest;
    const row = { name, email, password_hash, timezone, is_admin: isAdmin, created_at: this.clock.now() };
    const welcomes = await Promise.all(this.welcomes.map((welcome) => welcome({ isAdmin })));
    // One unit: whoever tries again after a failure finds the address free, or everything stored.
    const unit = [insertStatement('users', [row]), ...welcomes.flat()];
    const [made] = (await this.refuseTakenEmail(() => this.db.atomically(unit))) ?? [];
    return this.get(made?.id ?? 0);
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

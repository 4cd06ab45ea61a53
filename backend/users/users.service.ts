import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Clock } from '../common/clock';
import { invalid, notFound } from '../common/errors';
import { Database } from '../database/database';
import type { ProfileDto } from './profile.dto';
import { User } from './user.entity';

export interface NewUser {
  name: string;
  email: string;
  passwordHash: string;
  timezone?: string;
  isAdmin?: number;
}

@Injectable()
export class UsersService {
  constructor(
    @InjectRepository(User) private readonly users: Repository<User>,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError 404 */
  async get(id: number): Promise<User> {
    const user = await this.users.findOneBy({ id });
    if (!user) throw notFound('This user');
    return user;
  }

  async findByEmail(email: string): Promise<User | null> {
    return this.users.findOneBy({ email });
  }

  async isEmpty(): Promise<boolean> {
    return (await this.users.count({ take: 1 })) === 0;
  }

  /** @throws DomainError 422 when the address is taken. */
  async create({ timezone = 'UTC', isAdmin = 0, ...rest }: NewUser): Promise<User> {
    const row = { ...rest, timezone, isAdmin, createdAt: this.clock.now() };
    const { identifiers } = await this.refuseTakenEmail(() => this.users.insert(row));
    return this.get((identifiers[0] as { id: number }).id);
  }

  /** Name, email and time zone, and nothing else, whatever was sent. */
  async updateProfile(id: number, { name, email, timezone }: ProfileDto): Promise<User> {
    const change = { name, email, ...(timezone && { timezone }) };
    await this.refuseTakenEmail(() => this.users.update({ id }, change));
    return this.get(id);
  }

  async update(id: number, change: Partial<Omit<User, 'id'>>): Promise<User> {
    await this.refuseTakenEmail(() => this.users.update({ id }, change));
    return this.get(id);
  }

  private async refuseTakenEmail<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      if (this.db.isDuplicate(driverErrorOf(error)))
        throw invalid({ email: ['This email address is already registered.'] });
      throw error;
    }
  }
}

/** TypeORM wraps what the driver threw. */
function driverErrorOf(error: unknown): unknown {
  return (error as { driverError?: unknown }).driverError ?? error;
}

import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { InstantColumn } from '../database/columns';
import type { Table } from '../database/tables';

@Entity('users')
@Index('users_email', ['email'], { unique: true })
export class User {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id: number;

  @Column({ type: 'varchar', length: 255 })
  name: string;

  /** As `normalizeEmail` writes it. Compared exactly: on MySQL the column has a binary collation. */
  @Column({ type: 'varchar', length: 191 })
  email: string;

  @Column({ type: 'varchar', length: 255 })
  passwordHash: string;

  @Column({ type: 'integer', default: 0 })
  isAdmin: number;

  @Column({ type: 'integer', default: 0 })
  canUseSharedVideos: number;

  @Column({ type: 'varchar', length: 64, default: 'UTC' })
  timezone: string;

  /** JSON array of category ids. */
  @Column({ type: 'text', nullable: true })
  preferredCategories: string | null;

  /** 1 if signing in requires a code as well. */
  @Column({ type: 'integer', default: 0 })
  twoFactor: number;

  /** The authenticator's secret, sealed. Set while two-factor is on, or waits to be confirmed. */
  @Column({ type: 'text', nullable: true })
  twoFactorSecret: string | null;

  /** Which of the latest 30-second steps had their code used, see `used-steps.ts`. */
  @Column({ type: 'integer', default: 0 })
  twoFactorStep: number;

  @Column({ type: 'integer', default: 0 })
  firstStepsDismissed: number;

  /** 1 once a post of theirs had a time, even if the time or the post was removed since. */
  @Column({ type: 'integer', default: 0 })
  hasScheduled: number;

  @InstantColumn()
  createdAt: number;
}

declare module '../database/tables' {
  interface Tables {
    users: Table<
      User,
      | 'id'
      | 'isAdmin'
      | 'canUseSharedVideos'
      | 'timezone'
      | 'twoFactor'
      | 'twoFactorStep'
      | 'firstStepsDismissed'
      | 'hasScheduled'
    >;
  }
}

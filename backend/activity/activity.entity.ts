import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import { InstantColumn } from '../database/columns';
import { User } from '../users/user.entity';
import type { Table } from '../database/tables';

/** Who did what to what. Holds ids only, no names or texts of users. */
@Entity('activity')
@Index('activity_at', ['at'])
@Index('activity_of_account', ['accountId', 'at'])
@Index('activity_by_user', ['userId'])
export class ActivityEntry {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id: number;

  @InstantColumn()
  at: number;

  /**
   * The account in which it happened; null for things of no account, such as a plan, and after the account is deleted.
   */
  @Column({ type: 'integer', nullable: true })
  accountId: number | null;

  @ManyToOne(() => User, { onDelete: 'SET NULL', onUpdate: 'RESTRICT' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'activity_account_fk' })
  account?: User;

  /** The user who did it; for a failed sign-in, the user it was tried for. */
  @Column({ type: 'integer', nullable: true })
  userId: number | null;

  @ManyToOne(() => User, { onDelete: 'SET NULL', onUpdate: 'RESTRICT' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'activity_user_fk' })
  user?: User;

  @Column({ type: 'varchar', length: 32 })
  action: string;

  /** `<kind>:<id>`. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  target: string | null;

  /** As limits count it. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  address: string | null;
}

declare module '../database/tables' {
  interface Tables {
    activity: Table<ActivityEntry, 'id'>;
  }
}

import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn } from 'typeorm';
import { BigintColumn } from '../database/columns';
import { User } from '../users/user.entity';
import type { Table } from '../database/tables';

/**
 * The part of the quota that a user's posts use. Counters, so that reserving is one statement; recomputed from the
 * posts.
 */
@Entity('quota_usage')
export class QuotaUsage {
  @PrimaryColumn({ type: 'integer' })
  userId: number;

  @OneToOne(() => User, { onDelete: 'CASCADE', onUpdate: 'RESTRICT' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'quota_usage_user_fk' })
  user?: User;

  @Column({ type: 'integer', default: 0 })
  tasksUsed: number;

  @BigintColumn({ default: 0 })
  storageUsed: number;
}

declare module '../database/tables' {
  interface Tables {
    quota_usage: Table<QuotaUsage, 'tasksUsed' | 'storageUsed'>;
  }
}

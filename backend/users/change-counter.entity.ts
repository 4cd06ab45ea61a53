import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { InstantColumn } from '../database/columns';
import type { Table } from '../database/tables';
import type { Topic } from '../database/changes';
import { User } from './user.entity';

/** Counts the changes to a topic that a user sees. The rows exist once the user has asked for changes. */
@Entity('change_counters')
@Index('change_counters_changed', ['changedAt'])
export class ChangeCounter {
  @PrimaryColumn({ type: 'integer' })
  userId: number;

  @ManyToOne(() => User, { onDelete: 'CASCADE', onUpdate: 'RESTRICT' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'change_counters_user_fk' })
  user?: User;

  @PrimaryColumn({ type: 'varchar', length: 32 })
  topic: Topic;

  @Column({ type: 'integer', default: 0 })
  version: number;

  @InstantColumn()
  changedAt: number;
}

declare module '../database/tables' {
  interface Tables {
    change_counters: Table<ChangeCounter, 'version'>;
  }
}

import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import { InstantColumn } from '../database/columns';
import { User } from '../users/user.entity';
import type { Table } from '../database/tables';

/** A reusable text for posts that have none of their own. The least recently used one is taken first. */
@Entity('captions')
@Index('captions_of_user', ['userId', 'lastUsedAt'])
export class Caption {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id: number;

  @Column({ type: 'integer' })
  userId: number;

  @ManyToOne(() => User, { onDelete: 'CASCADE', onUpdate: 'RESTRICT' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'captions_user_fk' })
  user?: User;

  @Column({ type: 'text' })
  content: string;

  /** Null if it was never used; such captions come first. */
  @InstantColumn({ nullable: true })
  lastUsedAt: number | null;

  @InstantColumn()
  createdAt: number;
}

declare module '../database/tables' {
  interface Tables {
    captions: Table<Caption, 'id'>;
  }
}

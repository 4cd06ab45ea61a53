import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import { InstantColumn } from '../../database/columns';
import { Post } from '../posts/post.entity';
import type { Table } from '../../database/tables';

/** The ledger of publishing: one row per relevant call, written before the call (the intent) and completed after it. */
@Entity('publish_steps')
@Index('publish_steps_of_post', ['postId'])
@Index('publish_steps_started', ['startedAt'])
@Index('publish_steps_outcome', ['outcome'])
export class PublishStep {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id: number;

  @Column({ type: 'integer' })
  postId: number;

  @ManyToOne(() => Post, { onDelete: 'CASCADE', onUpdate: 'RESTRICT' })
  @JoinColumn({ name: 'post_id', foreignKeyConstraintName: 'publish_steps_post_fk' })
  post?: Post;

  /** Fence of the claim that made the call. */
  @Column({ type: 'integer' })
  fence: number;

  @Column({ type: 'varchar', length: 24 })
  step: string;

  /** Null until the answer is known; stays null after a crash in between. */
  @Column({ type: 'varchar', length: 16, nullable: true })
  outcome: string | null;

  @Column({ type: 'varchar', length: 64, nullable: true })
  remoteId: string | null;

  @Column({ type: 'text', nullable: true })
  message: string | null;

  @Column({ type: 'integer', nullable: true })
  code: number | null;

  @Column({ type: 'integer', nullable: true })
  subcode: number | null;

  @Column({ type: 'varchar', length: 64, nullable: true })
  traceId: string | null;

  @InstantColumn()
  startedAt: number;

  @InstantColumn({ nullable: true })
  finishedAt: number | null;
}

declare module '../../database/tables' {
  interface Tables {
    publish_steps: Table<PublishStep, 'id'>;
  }
}

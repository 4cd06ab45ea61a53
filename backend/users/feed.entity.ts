import { Column, Entity, Index, JoinColumn, OneToOne, PrimaryColumn } from 'typeorm';
import { InstantColumn } from '../database/columns';
import { User } from './user.entity';
import type { Table } from '../database/tables';

/** How often what a user sees has changed, by topic; it is there once the user has looked for changes. */
@Entity('feeds')
@Index('feeds_changed', ['changedAt'])
export class Feed {
  @PrimaryColumn({ type: 'integer' })
  userId: number;

  @OneToOne(() => User, { onDelete: 'CASCADE', onUpdate: 'RESTRICT' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'feeds_user_fk' })
  user?: User;

  @Column({ type: 'integer', default: 0 })
  videos: number;

  @Column({ type: 'integer', default: 0 })
  instagramVideos: number;

  @Column({ type: 'integer', default: 0 })
  photos: number;

  @Column({ type: 'integer', default: 0 })
  connections: number;

  @Column({ type: 'integer', default: 0 })
  subscriptions: number;

  @Column({ type: 'integer', default: 0 })
  sessions: number;

  @InstantColumn()
  changedAt: number;
}

declare module '../database/tables' {
  interface Tables {
    feeds: Table<
      Feed,
      'videos' | 'instagramVideos' | 'photos' | 'connections' | 'subscriptions' | 'sessions'
    >;
  }
}

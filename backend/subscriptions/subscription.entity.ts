import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import { InstantColumn } from '../database/columns';
import { User } from '../users/user.entity';
import { Plan } from './plan.entity';
import type { Table } from '../database/tables';

/** The status of a subscription is derived from the clock (`subscriptionStatus`), never stored. */
@Entity('subscriptions')
@Index('subscriptions_user', ['userId', 'startsAt'])
export class Subscription {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id: number;

  @Column({ type: 'integer' })
  userId: number;

  @ManyToOne(() => User, { onDelete: 'CASCADE', onUpdate: 'RESTRICT' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'subscriptions_user_fk' })
  user?: User;

  @Column({ type: 'integer' })
  planId: number;

  @ManyToOne(() => Plan, { onDelete: 'RESTRICT', onUpdate: 'RESTRICT' })
  @JoinColumn({ name: 'plan_id', foreignKeyConstraintName: 'subscriptions_plan_fk' })
  plan?: Plan;

  @InstantColumn()
  startsAt: number;

  @InstantColumn()
  expiresAt: number;

  /** The end that it had before a later subscription cut it; null: none did. */
  @InstantColumn({ nullable: true })
  originalExpiresAt: number | null;

  /** When an administrator ended it. */
  @InstantColumn({ nullable: true })
  endedAt: number | null;

  @InstantColumn()
  createdAt: number;
}

declare module '../database/tables' {
  interface Tables {
    subscriptions: Table<Subscription, 'id'>;
  }
}

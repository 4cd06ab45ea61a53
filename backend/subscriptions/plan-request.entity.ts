import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import { InstantColumn } from '../database/columns';
import { User } from '../users/user.entity';
import type { Table } from '../database/tables';

export const PLAN_REQUEST_STATUSES = ['open', 'granted', 'declined'] as const;
export type PlanRequestStatus = (typeof PLAN_REQUEST_STATUSES)[number];

/** A request for a plan, by a user who has none. */
@Entity('plan_requests')
@Index('plan_requests_user', ['userId'])
@Index('plan_requests_open', ['openUserId'], { unique: true })
export class PlanRequest {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id: number;

  @Column({ type: 'integer' })
  userId: number;

  @ManyToOne(() => User, { onDelete: 'CASCADE', onUpdate: 'RESTRICT' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'plan_requests_user_fk' })
  user?: User;

  /** The user while the request is open, else null: the unique index allows one open request per user. */
  @Column({ type: 'integer', nullable: true })
  openUserId: number | null;

  /** The id stays when the plan is deleted. */
  @Column({ type: 'integer' })
  planId: number;

  @Column({ type: 'text', nullable: true })
  message: string | null;

  @Column({ type: 'varchar', length: 16 })
  status: PlanRequestStatus;

  @InstantColumn()
  createdAt: number;

  @InstantColumn({ nullable: true })
  decidedAt: number | null;
}

declare module '../database/tables' {
  interface Tables {
    plan_requests: Table<PlanRequest, 'id'>;
  }
}

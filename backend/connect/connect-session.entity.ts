import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import { InstantColumn } from '../database/columns';
import type { Table } from '../database/tables';
import { User } from '../users/user.entity';

/** `offered`: the person chooses among the Pages of `connect_pages`. */
export type ConnectOutcome = 'offered' | 'denied' | 'expired' | 'failed';

/** One visit to the login dialog: from its address, by its one outcome, to the Pages that it offers. */
@Entity('connect_sessions')
@Index('connect_sessions_state', ['stateHash'], { unique: true })
@Index('connect_sessions_user', ['userId'])
@Index('connect_sessions_created', ['createdAt'])
@Index('connect_sessions_person', ['metaUserId'])
export class ConnectSession {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id: number;

  @Column({ type: 'integer' })
  userId: number;

  @ManyToOne(() => User, { onDelete: 'CASCADE', onUpdate: 'RESTRICT' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'connect_sessions_user_fk' })
  user?: User;

  /** SHA-256 of the state in the dialog's address, in hexadecimal. */
  @Column({ type: 'varchar', length: 64 })
  stateHash: string;

  /** SHA-256 of the cookie of the browser that was sent there. */
  @Column({ type: 'varchar', length: 64 })
  cookieHash: string;

  @InstantColumn()
  createdAt: number;

  /** Null until the dialog was answered. Written once. */
  @Column({ type: 'varchar', length: 16, nullable: true })
  outcome: ConnectOutcome | null;

  @InstantColumn({ nullable: true })
  endedAt: number | null;

  /** The person's short-lived token, sealed. Kept between the exchange of the code and the outcome. */
  @Column({ type: 'text', nullable: true })
  token: string | null;

  /** Meta's id of the person. */
  @Column({ type: 'varchar', length: 32, nullable: true })
  metaUserId: string | null;

  /** JSON array of the permissions that were asked for and not granted. */
  @Column({ type: 'text', nullable: true })
  missingPermissions: string | null;

  /** When the access to the person's data ends; null when never or unknown. */
  @InstantColumn({ nullable: true })
  dataAccessExpiresAt: number | null;

  /** The callback that works on it, and the end of its lease. */
  @Column({ type: 'varchar', length: 36, nullable: true })
  lockedBy: string | null;

  @InstantColumn({ nullable: true })
  lockedUntil: number | null;
}

declare module '../database/tables' {
  interface Tables {
    connect_sessions: Table<ConnectSession, 'id'>;
  }
}

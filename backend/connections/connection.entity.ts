import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import { InstantColumn } from '../database/columns';
import { User } from '../users/user.entity';
import type { Table } from '../database/tables';

/** A user's account on one network: what publishes, and whether it may. */
@Entity('connections')
@Index('connections_user_network', ['userId', 'network'], { unique: true })
@Index('connections_auto', ['autoDueAt'])
export class Connection {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id: number;

  @Column({ type: 'integer' })
  userId: number;

  @ManyToOne(() => User, { onDelete: 'CASCADE', onUpdate: 'RESTRICT' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'connections_user_fk' })
  user?: User;

  @Column({ type: 'varchar', length: 16 })
  network: 'facebook' | 'instagram';

  /** The network's id of the Page or the Instagram account. */
  @Column({ type: 'varchar', length: 32 })
  accountId: string;

  @Column({ type: 'varchar', length: 255, nullable: true })
  accountName: string | null;

  /** Sealed; the Page's token where the user's could be exchanged for it. */
  @Column({ type: 'text' })
  token: string;

  /** `null`: saved while the network could not be asked. */
  @InstantColumn({ nullable: true })
  verifiedAt: number | null;

  @InstantColumn({ nullable: true })
  expiresAt: number | null;

  /** JSON array of the permissions that the token lacks; null where they cannot be read. */
  @Column({ type: 'text', nullable: true })
  missingPermissions: string | null;

  /** Set: nothing is sent until the user reconnects. */
  @Column({ type: 'text', nullable: true })
  pausedReason: string | null;

  /** Set: nothing is sent before this instant (rate limit). */
  @InstantColumn({ nullable: true })
  resumesAt: number | null;

  /** When somebody must look at what this account posts automatically; null while there is nothing to wait for. */
  @InstantColumn({ nullable: true })
  autoDueAt: number | null;

  /** The last warning before the expiry that was mailed: so many days before it. */
  @Column({ type: 'integer', nullable: true })
  expiryMailDays: number | null;

  /** When the daily check last asked the network. */
  @InstantColumn({ nullable: true })
  checkedAt: number | null;
}

declare module '../database/tables' {
  interface Tables {
    connections: Table<Connection, 'id'>;
  }
}

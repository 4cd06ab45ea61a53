import { Entity, Index, JoinColumn, ManyToOne, Column, PrimaryGeneratedColumn } from 'typeorm';
import { InstantColumn } from '../database/columns';
import { User } from '../users/user.entity';
import type { Table } from '../database/tables';

/** A sign-in that can be revoked: the JWT names it, and signing out deletes it. */
@Entity('sessions')
@Index('sessions_token', ['tokenHash'], { unique: true })
@Index('sessions_user', ['userId'])
@Index('sessions_expiry', ['expiresAt'])
export class Session {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id: number;

  /** SHA-256 of the id in the JWT, in hexadecimal: reading the table is not enough to sign in. */
  @Column({ type: 'varchar', length: 64 })
  tokenHash: string;

  @Column({ type: 'integer' })
  userId: number;

  @ManyToOne(() => User, { onDelete: 'CASCADE', onUpdate: 'RESTRICT' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'sessions_user_fk' })
  user?: User;

  @InstantColumn()
  createdAt: number;

  @InstantColumn()
  expiresAt: number;

  /** Accurate to about a minute. */
  @InstantColumn()
  lastSeenAt: number;

  /** User-Agent of the browser that used the session last. */
  @Column({ type: 'varchar', length: 255, nullable: true })
  agent: string | null;

  /** Address that used the session last, as limits count it. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  address: string | null;
}

declare module '../database/tables' {
  interface Tables {
    sessions: Table<Session, 'id'>;
  }
}

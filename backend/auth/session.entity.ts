import { Entity, Index, JoinColumn, ManyToOne, Column, PrimaryGeneratedColumn } from 'typeorm';
import { InstantColumn } from '../database/columns';
import { User } from '../users/user.entity';
import type { Table } from '../database/tables';

/** A sign-in that can be revoked: the JWT names it, logging out deletes it. */
@Entity('sessions')
@Index('sessions_token', ['tokenHash'], { unique: true })
@Index('sessions_user', ['userId'])
@Index('sessions_expiry', ['expiresAt'])
export class Session {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id: number;

  /** SHA-256 of the id in the JWT, in hexadecimal: who reads the table can sign in as nobody. */
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

  /** To the minute or so. */
  @InstantColumn()
  lastSeenAt: number;

  /** The browser, as it calls itself, where the session was last seen. */
  @Column({ type: 'varchar', length: 255, nullable: true })
  agent: string | null;

  /** Where it was last seen, as limits count it. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  address: string | null;
}

declare module '../database/tables' {
  interface Tables {
    sessions: Table<Session, 'id'>;
  }
}

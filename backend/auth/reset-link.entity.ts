import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import { InstantColumn } from '../database/columns';
import { User } from '../users/user.entity';
import type { Table } from '../database/tables';

/** A link for choosing a new password. One that was used or invalidated has expired, but still counts as a mail. */
@Entity('reset_links')
@Index('reset_links_token', ['tokenHash'], { unique: true })
@Index('reset_links_user', ['userId'])
@Index('reset_links_expiry', ['expiresAt'])
export class ResetLink {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id: number;

  /** SHA-256 of the token and the address that it was sent to, in hexadecimal. */
  @Column({ type: 'varchar', length: 64 })
  tokenHash: string;

  @Column({ type: 'integer' })
  userId: number;

  @ManyToOne(() => User, { onDelete: 'CASCADE', onUpdate: 'RESTRICT' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'reset_links_user_fk' })
  user?: User;

  @InstantColumn()
  createdAt: number;

  @InstantColumn()
  expiresAt: number;
}

declare module '../database/tables' {
  interface Tables {
    reset_links: Table<ResetLink, 'id'>;
  }
}

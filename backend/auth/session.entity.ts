import { Entity, Index, JoinColumn, ManyToOne, Column, PrimaryColumn } from 'typeorm';
import { InstantColumn } from '../database/columns';
import { User } from '../users/user.entity';

/** A sign-in that can be revoked: the JWT names it, logging out deletes it. */
@Entity('sessions')
@Index('sessions_user', ['userId'])
@Index('sessions_expiry', ['expiresAt'])
export class Session {
  @PrimaryColumn({ type: 'varchar', length: 64 })
  id: string;

  @Column({ type: 'integer' })
  userId: number;

  @ManyToOne(() => User, { onDelete: 'CASCADE', onUpdate: 'RESTRICT' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'sessions_user_fk' })
  user?: User;

  @InstantColumn()
  createdAt: number;

  @InstantColumn()
  expiresAt: number;
}

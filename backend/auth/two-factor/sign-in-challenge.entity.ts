import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { InstantColumn } from '../../database/columns';
import { User } from '../../users/user.entity';
import type { Table } from '../../database/tables';

/** A sign-in whose password was right and whose code is still missing. */
@Entity('sign_in_challenges')
@Index('sign_in_challenges_user', ['userId'])
@Index('sign_in_challenges_expiry', ['expiresAt'])
export class SignInChallenge {
  /** SHA-256 of the challenge, in hexadecimal. */
  @PrimaryColumn({ type: 'varchar', length: 64 })
  tokenHash: string;

  @Column({ type: 'integer' })
  userId: number;

  @ManyToOne(() => User, { onDelete: 'CASCADE', onUpdate: 'RESTRICT' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'sign_in_challenges_user_fk' })
  user?: User;

  @Column({ type: 'integer', default: 0 })
  tries: number;

  @InstantColumn()
  expiresAt: number;
}

declare module '../../database/tables' {
  interface Tables {
    sign_in_challenges: Table<SignInChallenge, 'tries'>;
  }
}

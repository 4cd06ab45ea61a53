import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { User } from '../../users/user.entity';
import type { Table } from '../../database/tables';

/** Replaces a lost authenticator, once: using the code deletes the row. */
@Entity('recovery_codes')
@Index('recovery_codes_user', ['userId'])
export class RecoveryCode {
  /** SHA-256 of the user and the code, in hexadecimal. A code has 80 random bits. */
  @PrimaryColumn({ type: 'varchar', length: 64 })
  codeHash: string;

  @Column({ type: 'integer' })
  userId: number;

  @ManyToOne(() => User, { onDelete: 'CASCADE', onUpdate: 'RESTRICT' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'recovery_codes_user_fk' })
  user?: User;
}

declare module '../../database/tables' {
  interface Tables {
    recovery_codes: Table<RecoveryCode>;
  }
}

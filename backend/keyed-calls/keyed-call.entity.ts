import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import { InstantColumn } from '../database/columns';
import type { Table } from '../database/tables';
import { User } from '../users/user.entity';

/** A call with an `Idempotency-Key`: claimed before it does anything, then with its answer. */
@Entity('keyed_calls')
@Index('keyed_calls_key', ['userId', 'keyHash'], { unique: true })
@Index('keyed_calls_expiry', ['expiresAt'])
@Index('keyed_calls_room', ['userId', 'expiresAt', 'answerBytes'])
export class KeyedCall {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id: number;

  @Column({ type: 'integer' })
  userId: number;

  @ManyToOne(() => User, { onDelete: 'CASCADE', onUpdate: 'RESTRICT' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'keyed_calls_user_fk' })
  user?: User;

  /** SHA-256 of the key, in hexadecimal. */
  @Column({ type: 'varchar', length: 64 })
  keyHash: string;

  /** SHA-256 of the key, the method, the address and the body. */
  @Column({ type: 'varchar', length: 64 })
  callHash: string;

  /** The request that claimed it. */
  @Column({ type: 'varchar', length: 36 })
  heldBy: string;

  /** The end of that request's lease; 0 once it has ended. */
  @InstantColumn()
  heldUntil: number;

  /** 1 from its first write on: if that request ends without an answer, the call is not made again. */
  @Column({ type: 'integer', default: 0 })
  begun: number;

  /** The answer as JSON, sealed because it holds what users wrote. Null while the call runs, and if it was not kept. */
  @Column({ type: 'text', nullable: true })
  answer: string | null;

  /** The key is unknown from then on. */
  @InstantColumn()
  expiresAt: number;

  /** Of the sealed answer; 0 without one. */
  @Column({ type: 'integer', default: 0 })
  answerBytes: number;
}

declare module '../database/tables' {
  interface Tables {
    keyed_calls: Table<KeyedCall, 'id' | 'answerBytes'>;
  }
}

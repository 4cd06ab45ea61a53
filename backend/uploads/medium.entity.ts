import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { BigintColumn, InstantColumn } from '../database/columns';
import type { Table } from '../database/tables';
import { User } from '../users/user.entity';

export type Purpose = 'post' | 'library' | 'cover';

/** `receiving`: until its bytes are complete and were examined. `refused`: it is nothing we take, and has no bytes. */
export type MediumState = 'receiving' | 'ready' | 'refused';

/** A file of a user, from the creation of its upload on. Any number of items may be made of it. */
@Entity('media')
@Index('media_user', ['userId', 'state'])
@Index('media_file', ['fileKey'])
@Index('media_poster', ['posterKey'])
@Index('media_expiry', ['expiresAt'])
export class Medium {
  /** 32 hexadecimal digits, also the id of the upload. */
  @PrimaryColumn({ type: 'varchar', length: 32 })
  id: string;

  @Column({ type: 'integer' })
  userId: number;

  @ManyToOne(() => User, { onDelete: 'CASCADE', onUpdate: 'RESTRICT' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'media_user_fk' })
  user?: User;

  @Column({ type: 'varchar', length: 255 })
  name: string;

  @Column({ type: 'varchar', length: 16 })
  purpose: Purpose;

  @Column({ type: 'varchar', length: 16 })
  state: MediumState;

  @BigintColumn()
  sizeBytes: number;

  /** What it takes of its owner's storage: all of its bytes from the beginning, and none once it is refused. */
  @BigintColumn()
  heldBytes: number;

  /** The MIME type that its bytes have. */
  @Column({ type: 'varchar', length: 32, nullable: true })
  type: string | null;

  @Column({ type: 'varchar', length: 32, nullable: true })
  codec: string | null;

  @Column({ type: 'integer', nullable: true })
  width: number | null;

  @Column({ type: 'integer', nullable: true })
  height: number | null;

  @Column({ type: 'integer', nullable: true })
  durationMs: number | null;

  /** Equal for equal files (`fingerprintOf`). */
  @Column({ type: 'varchar', length: 64, nullable: true })
  fingerprint: string | null;

  /** Storage key of its bytes; the posts that are made of it name the same key. */
  @Column({ type: 'varchar', length: 191, nullable: true })
  fileKey: string | null;

  @Column({ type: 'varchar', length: 191, nullable: true })
  posterKey: string | null;

  /** The sentence that says why it is refused. */
  @Column({ type: 'varchar', length: 255, nullable: true })
  refusal: string | null;

  /** The request that writes it, and the end of its lease. */
  @Column({ type: 'varchar', length: 36, nullable: true })
  lockedBy: string | null;

  @InstantColumn({ nullable: true })
  lockedUntil: number | null;

  @InstantColumn()
  createdAt: number;

  /** When it is deleted unless an item uses it; null while one does. */
  @InstantColumn({ nullable: true })
  expiresAt: number | null;
}

declare module '../database/tables' {
  interface Tables {
    media: Table<Medium>;
  }
}

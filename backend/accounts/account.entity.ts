import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import { InstantColumn } from '../database/columns';
import type { Table } from '../database/tables';
import { User } from '../users/user.entity';

/**
 * One Page or Instagram account of a user: its credentials, its pause, its lock and its place in line. An account that
 * was removed stays as a row without a token, for the posts that went out on it.
 */
@Entity('accounts')
@Index('accounts_remote_id', ['userId', 'network', 'remoteId', 'removedAt'], { unique: true })
@Index('accounts_default', ['userId', 'network', 'isDefault'], { unique: true })
@Index('accounts_shared', ['network', 'remoteId'])
@Index('accounts_due', ['nextDueAt'])
@Index('accounts_line', ['turn'])
@Index('accounts_held', ['heldBy'])
@Index('accounts_auto', ['autoDueAt'])
@Index('accounts_check', ['nextCheckAt'])
@Index('accounts_expiry', ['expiresAt'])
export class Account {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id: number;

  @Column({ type: 'integer' })
  userId: number;

  @ManyToOne(() => User, { onDelete: 'CASCADE', onUpdate: 'RESTRICT' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'accounts_user_fk' })
  user?: User;

  @Column({ type: 'varchar', length: 16 })
  network: 'facebook' | 'instagram';

  /** The network's id of the Page or the Instagram account. */
  @Column({ type: 'varchar', length: 32 })
  remoteId: string;

  /** Of an Instagram account: the Page that it belongs to. */
  @Column({ type: 'varchar', length: 32, nullable: true })
  pageRemoteId: string | null;

  @Column({ type: 'varchar', length: 255, nullable: true })
  name: string | null;

  /** 1 or null, so that the unique index allows one default for each user and network. */
  @Column({ type: 'integer', nullable: true })
  isDefault: 1 | null;

  /** 0 while it is connected. */
  @InstantColumn({ default: 0 })
  removedAt: number;

  /** Sealed; the Page's token where the user's could be exchanged for it. Null when removed. */
  @Column({ type: 'text', nullable: true })
  token: string | null;

  /** The token that the user gave, sealed: another Page can be chosen with it. */
  @Column({ type: 'text', nullable: true })
  givenToken: string | null;

  @Column({ type: 'varchar', length: 8, nullable: true })
  givenTokenLast4: string | null;

  /** Meta's id of the person who gave the token; null where it is not known. */
  @Column({ type: 'varchar', length: 32, nullable: true })
  metaUserId: string | null;

  /** Storage key of its picture. */
  @Column({ type: 'varchar', length: 191, nullable: true })
  pictureKey: string | null;

  /** Null: saved while the network could not be asked. */
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

  /** The last warning before the expiry that was mailed: so many days before it. */
  @Column({ type: 'integer', nullable: true })
  expiryMailDays: number | null;

  /** When the network is asked next whether the token still holds. */
  @InstantColumn({ nullable: true })
  nextCheckAt: number | null;

  /** Minutes between posts without a time. */
  @Column({ type: 'integer', default: 60 })
  uploadFrequency: number;

  /** The same for photos. */
  @Column({ type: 'integer', default: 60 })
  photoUploadFrequency: number;

  /** How posts without a time get one: by the frequency, or by the slots. */
  @Column({ type: 'varchar', length: 16, default: 'frequency' })
  posting: 'frequency' | 'slots';

  /** JSON array of `{day, time}`. */
  @Column({ type: 'text', nullable: true })
  slots: string | null;

  /** When somebody must look at what it posts automatically; null while there is nothing to wait for. */
  @InstantColumn({ nullable: true })
  autoDueAt: number | null;

  /**
   * When the publisher must look at it: never later than its next post is due. While a post has it this is the end of
   * the lease, so that a process that dies with it is noticed.
   */
  @InstantColumn({ nullable: true })
  nextDueAt: number | null;

  /** Its place in line when there may be something to publish now: when it was last served. Null: not in line. */
  @InstantColumn({ nullable: true })
  turn: number | null;

  /** When it was last taken. */
  @InstantColumn({ nullable: true })
  servedAt: number | null;

  /** The post that has it, and until when. A Page that two users connected is held for both at once. */
  @Column({ type: 'integer', nullable: true })
  heldBy: number | null;

  @InstantColumn({ nullable: true })
  heldUntil: number | null;

  /** Grows with every change of what it has to do: a look that began before writes nothing. */
  @Column({ type: 'integer', default: 0 })
  changes: number;
}

declare module '../database/tables' {
  interface Tables {
    accounts: Table<
      Account,
      'id' | 'removedAt' | 'uploadFrequency' | 'photoUploadFrequency' | 'posting' | 'changes'
    >;
  }
}

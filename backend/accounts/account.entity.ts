import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import { InstantColumn } from '../database/columns';
import type { Table } from '../database/tables';
import { User } from '../users/user.entity';

/**
 * One Page or Instagram account of a user: its credentials, its pause, its lock and its place in line. A removed
 * account keeps its row, without a token, for the posts that were published on it.
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
@Index('accounts_untold_expiry', ['expiryMailDays', 'expiresAt'])
@Index('accounts_untold_data_access', ['dataAccessMailDays', 'dataAccessExpiresAt'])
@Index('accounts_person', ['metaUserId'])
@Index('accounts_picture', ['pictureKey'])
@Index('accounts_picture_due', ['pictureDueAt'])
@Index('accounts_removed', ['removedAt', 'userId'])
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

  /** For an Instagram account: the Page that it belongs to. */
  @Column({ type: 'varchar', length: 32, nullable: true })
  pageRemoteId: string | null;

  @Column({ type: 'varchar', length: 255, nullable: true })
  name: string | null;

  /** 1 or null, so that the unique index allows one default for each user and network. */
  @Column({ type: 'integer', nullable: true })
  isDefault: 1 | null;

  /** 0 while connected. */
  @InstantColumn({ default: 0 })
  removedAt: number;

  /** Sealed. The Page's token if the user's could be exchanged for it. Null after removal. */
  @Column({ type: 'text', nullable: true })
  token: string | null;

  /** The token that the user entered, sealed. Another Page can be chosen with it. */
  @Column({ type: 'text', nullable: true })
  givenToken: string | null;

  @Column({ type: 'varchar', length: 8, nullable: true })
  givenTokenLast4: string | null;

  /** Meta's id of the person who granted the token; null if unknown. */
  @Column({ type: 'varchar', length: 32, nullable: true })
  metaUserId: string | null;

  /** Storage key of the account's picture. */
  @Column({ type: 'varchar', length: 191, nullable: true })
  pictureKey: string | null;

  /** When to look for the picture again or, without a token, to delete it. */
  @InstantColumn({ nullable: true })
  pictureDueAt: number | null;

  /** Null if the account was saved while the network was unreachable. */
  @InstantColumn({ nullable: true })
  verifiedAt: number | null;

  @InstantColumn({ nullable: true })
  expiresAt: number | null;

  /** When Meta ends the app's access to the data of the person who granted the token; null when never or unknown. */
  @InstantColumn({ nullable: true })
  dataAccessExpiresAt: number | null;

  /** JSON array of the permissions that the token lacks; null if they cannot be read. */
  @Column({ type: 'text', nullable: true })
  missingPermissions: string | null;

  /** If set, nothing is sent before `resumesAt`, or before the user reconnects. */
  @Column({ type: 'text', nullable: true })
  pausedReason: string | null;

  /** End of the pause (rate limit); null if it lasts until the user reconnects. */
  @InstantColumn({ nullable: true })
  resumesAt: number | null;

  /** Days before the expiry of the last warning that was mailed. */
  @Column({ type: 'integer', nullable: true })
  expiryMailDays: number | null;

  /** The same for the end of the access to data. */
  @Column({ type: 'integer', nullable: true })
  dataAccessMailDays: number | null;

  /** When to check the token with the network again. */
  @InstantColumn({ nullable: true })
  nextCheckAt: number | null;

  /** How many posts Instagram takes in 24 hours, as it said before a publication; null: not yet. */
  @Column({ type: 'integer', nullable: true })
  postsPerDay: number | null;

  /** Minutes between posts without a time. */
  @Column({ type: 'integer', default: 60 })
  uploadFrequency: number;

  /** The same for photos. */
  @Column({ type: 'integer', default: 60 })
  photoUploadFrequency: number;

  /** How posts without a time get one: by frequency or by slots. */
  @Column({ type: 'varchar', length: 16, default: 'frequency' })
  posting: 'frequency' | 'slots';

  /** JSON array of `{day, time}`. */
  @Column({ type: 'text', nullable: true })
  slots: string | null;

  /** The latest slot that was filled. Lets a slot be filled once. */
  @InstantColumn({ default: 0 })
  filledSlot: number;

  /** When automatic posting must check the account; null if there is nothing to wait for. */
  @InstantColumn({ nullable: true })
  autoDueAt: number | null;

  /**
   * When the publisher must check the account: never later than its next due post. While a post holds the account, this
   * is the end of the lease, so that the death of the process is noticed.
   */
  @InstantColumn({ nullable: true })
  nextDueAt: number | null;

  /** Place in line while there may be something to publish: the time it was last served. Null if not in line. */
  @InstantColumn({ nullable: true })
  turn: number | null;

  /** When a post last took the account. */
  @InstantColumn({ nullable: true })
  servedAt: number | null;

  /** The post that holds the account until `heldUntil`. A Page that two users connected is held for both. */
  @Column({ type: 'integer', nullable: true })
  heldBy: number | null;

  @InstantColumn({ nullable: true })
  heldUntil: number | null;

  /** Incremented by every change to the account's pending work. A poll that read an older value writes nothing. */
  @Column({ type: 'integer', default: 0 })
  changes: number;
}

declare module '../database/tables' {
  interface Tables {
    accounts: Table<
      Account,
      'id' | 'removedAt' | 'uploadFrequency' | 'photoUploadFrequency' | 'posting' | 'filledSlot' | 'changes'
    >;
  }
}

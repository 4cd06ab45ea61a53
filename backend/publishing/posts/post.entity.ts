import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import { Account } from '../../accounts/account.entity';
import { BigintColumn, InstantColumn } from '../../database/columns';
import { SharedVideo } from '../../shared-videos/shared-video.entity';
import { User } from '../../users/user.entity';
import type { FormatName, PostKind } from '../formats/formats';
import type { PostStatus } from './post-status';
import type { Table } from '../../database/tables';

/** A Facebook video, an Instagram video or a photo: what goes out, when, and its progress. */
@Entity('posts')
@Index('posts_due', ['dueAt', 'status'])
@Index('posts_of_account', ['accountId', 'status', 'dueAt'])
@Index('posts_published', ['accountId', 'kind', 'publishedAt'])
@Index('posts_by_age', ['userId', 'kind', 'createdAt'])
@Index('posts_by_status', ['userId', 'status', 'publishedAt'])
@Index('posts_by_time', ['userId', 'scheduledFor', 'accountId'])
@Index('posts_failed', ['userId', 'status', 'failedAt'])
@Index('posts_of_user', ['userId', 'createdAt'])
@Index('posts_of_group', ['userId', 'groupId'])
@Index('posts_by_account', ['userId', 'accountId', 'kind', 'createdAt'])
@Index('posts_held', ['userId', 'fileKey', 'sizeBytes'])
@Index('posts_file', ['fileKey'])
@Index('posts_poster', ['posterKey'])
@Index('posts_of_shared_video', ['sharedVideoId', 'status'])
@Index('posts_ended', ['idleSince', 'status'])
@Index('posts_remote_id', ['remoteId'])
@Index('posts_cover', ['coverKey'])
@Index('posts_first_comment', ['firstCommentDueAt'])
export class Post {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id: number;

  @Column({ type: 'integer' })
  userId: number;

  @ManyToOne(() => User, { onDelete: 'CASCADE', onUpdate: 'RESTRICT' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'posts_user_fk' })
  user?: User;

  /** The account it goes to; null while it has none. */
  @Column({ type: 'integer', nullable: true })
  accountId: number | null;

  @ManyToOne(() => Account, { onDelete: 'SET NULL', onUpdate: 'RESTRICT', nullable: true })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'posts_account_fk' })
  account?: Account | null;

  /** The removed account that it waits for, unless another one takes it over; meaningful only while it has none. */
  @Column({ type: 'integer', nullable: true })
  leftAccountId: number | null;

  @Column({ type: 'varchar', length: 16 })
  kind: PostKind;

  @Column({ type: 'varchar', length: 16 })
  network: 'facebook' | 'instagram';

  /** What the post becomes on its network. `kind` is the list it belongs to. */
  @Column({ type: 'varchar', length: 16, default: '' })
  format: FormatName;

  @Column({ type: 'varchar', length: 255 })
  title: string;

  @Column({ type: 'text', nullable: true })
  description: string | null;

  @Column({ type: 'varchar', length: 16 })
  status: PostStatus;

  /** 1: pending, and never due (`drafts.ts`), whatever its time. */
  @Column({ type: 'integer', default: 0 })
  draft: 0 | 1;

  /** The posts that were composed together have the id of the first of them; null for what was uploaded to a list. */
  @Column({ type: 'integer', nullable: true })
  groupId: number | null;

  /** The time that the user chose. */
  @InstantColumn({ nullable: true })
  scheduledFor: number | null;

  /**
   * When the publisher must look at this post: its time while it is pending (for one for now, when that was asked for),
   * the end of the lease while a process works on it, the next try while it waits; null when there is nothing left to
   * do. One index serves all three.
   */
  @InstantColumn({ nullable: true })
  dueAt: number | null;

  /** The process that holds the lease. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  lockedBy: string | null;

  /** Grows with every claim. A holder with an older number cannot write. */
  @Column({ type: 'integer', default: 0 })
  fence: number;

  /** Failures in a row that were worth another try. */
  @Column({ type: 'integer', default: 0 })
  tries: number;

  /** JSON: what the network knows of this post so far (`RemoteSession`). */
  @Column({ type: 'text', nullable: true })
  remoteSession: string | null;

  /**
   * Set while the post may be going public: the network's id of the account, and the sealed token in use. The post is
   * finished or read back only there, even if another account is connected meanwhile.
   */
  @Column({ type: 'varchar', length: 32, nullable: true })
  intentAccount: string | null;

  @Column({ type: 'text', nullable: true })
  intentToken: string | null;

  /** Storage key; null when the bytes are gone. */
  @Column({ type: 'varchar', length: 191, nullable: true })
  fileKey: string | null;

  @Column({ type: 'varchar', length: 191, nullable: true })
  posterKey: string | null;

  @BigintColumn()
  sizeBytes: number;

  @Column({ type: 'integer' })
  width: number;

  @Column({ type: 'integer' })
  height: number;

  @Column({ type: 'integer', nullable: true })
  durationMs: number | null;

  /** Equal for equal files (`fingerprintOf`); kept when the bytes are gone. Null for posts older than the column. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  fingerprint: string | null;

  /** Describes the file in this row to those who cannot see it. */
  @Column({ type: 'text', nullable: true })
  altText: string | null;

  /** The frame that is shown before the film plays; at most one of this and `coverKey` is set. */
  @Column({ type: 'integer', nullable: true })
  coverAtMs: number | null;

  /** Storage key of the picture that is shown before the film plays; the bytes of an uploaded medium. */
  @Column({ type: 'varchar', length: 191, nullable: true })
  coverKey: string | null;

  /** The address that a post of text leads to. */
  @Column({ type: 'text', nullable: true })
  link: string | null;

  @Column({ type: 'text', nullable: true })
  firstComment: string | null;

  /** Null until the post is published. */
  @Column({ type: 'varchar', length: 16, nullable: true })
  firstCommentStatus: 'waiting' | 'posted' | 'failed' | null;

  @Column({ type: 'text', nullable: true })
  firstCommentError: string | null;

  /** JSON: what was tried for the first comment so far. */
  @Column({ type: 'text', nullable: true })
  firstCommentSession: string | null;

  /** When the first comment must be looked at; null when there is nothing to do for it. */
  @InstantColumn({ nullable: true })
  firstCommentDueAt: number | null;

  /** The video of the shared library that it was made from; the bytes then belong to the library. */
  @Column({ type: 'integer', nullable: true })
  sharedVideoId: number | null;

  @ManyToOne(() => SharedVideo, { onDelete: 'SET NULL', onUpdate: 'RESTRICT', nullable: true })
  @JoinColumn({ name: 'shared_video_id', foreignKeyConstraintName: 'posts_shared_fk' })
  sharedVideo?: SharedVideo | null;

  @Column({ type: 'text', nullable: true })
  uploadError: string | null;

  /** The text that goes out with the post; fixed by its first step. */
  @Column({ type: 'text', nullable: true })
  postedText: string | null;

  @Column({ type: 'varchar', length: 64, nullable: true })
  remoteId: string | null;

  @Column({ type: 'varchar', length: 512, nullable: true })
  permalink: string | null;

  @InstantColumn({ nullable: true })
  publishedAt: number | null;

  /** The network's id of the account that it was published on. Null for posts that were published before the column. */
  @Column({ type: 'varchar', length: 32, nullable: true })
  publishedOn: string | null;

  /** When it failed last; meaningful only while it is failed. */
  @InstantColumn({ nullable: true })
  failedAt: number | null;

  /** Since when its bytes are no longer needed (published or failed). Null before that, and once retention has ended. */
  @InstantColumn({ nullable: true })
  idleSince: number | null;

  /** When its upload began. Defines the age of a post everywhere. */
  @InstantColumn()
  createdAt: number;

  /** When its upload was complete, so that its owner could set a time. */
  @InstantColumn({ nullable: true })
  storedAt: number | null;

  /** Automatic posting skips it until then. */
  @InstantColumn({ nullable: true })
  restsUntil: number | null;

  /** Places it in the queue of its account like a post that was uploaded then; null: it was not moved. */
  @InstantColumn({ nullable: true })
  queuedAt: number | null;

  /** When its owner dismissed the failure from the home screen. */
  @InstantColumn({ nullable: true })
  dismissedAt: number | null;
}

declare module '../../database/tables' {
  interface Tables {
    posts: Table<Post, 'id' | 'fence' | 'tries' | 'draft'>;
  }
}

import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import { BigintColumn } from '../../database/columns';
import type { Table } from '../../database/tables';
import { Post } from './post.entity';

/**
 * A further file of a post that has several. The first one is in the row of the post, so what looks for the file of a
 * post finds it there, whatever its format. The bytes are those of an uploaded medium, which counts them.
 */
@Entity('post_media')
@Index('post_media_position', ['postId', 'position'], { unique: true })
@Index('post_media_file', ['fileKey'])
@Index('post_media_poster', ['posterKey'])
export class PostMedium {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id: number;

  @Column({ type: 'integer' })
  postId: number;

  @ManyToOne(() => Post, { onDelete: 'CASCADE', onUpdate: 'RESTRICT' })
  @JoinColumn({ name: 'post_id', foreignKeyConstraintName: 'post_media_post_fk' })
  post?: Post;

  /** From 1; the file in the row of the post is number 0. */
  @Column({ type: 'integer' })
  position: number;

  @Column({ type: 'varchar', length: 16 })
  type: 'image' | 'video';

  /** Storage key; null when the bytes are gone. */
  @Column({ type: 'varchar', length: 191, nullable: true })
  fileKey: string | null;

  /** A picture of its own, which stays when the bytes are gone. */
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

  /** Equal for equal files (`fingerprintOf`). */
  @Column({ type: 'varchar', length: 64, nullable: true })
  fingerprint: string | null;

  @Column({ type: 'text', nullable: true })
  altText: string | null;
}

declare module '../../database/tables' {
  interface Tables {
    post_media: Table<PostMedium, 'id'>;
  }
}

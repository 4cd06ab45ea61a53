import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import { Category } from '../categories/category.entity';
import { BigintColumn, InstantColumn } from '../database/columns';
import type { Table } from '../database/tables';

/** A video that administrators offer to all users. */
@Entity('shared_videos')
@Index('shared_videos_category', ['categoryId'])
@Index('shared_videos_file', ['fileKey'])
export class SharedVideo {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id: number;

  @Column({ type: 'varchar', length: 255 })
  title: string;

  @Column({ type: 'text', nullable: true })
  description: string | null;

  @Column({ type: 'integer', nullable: true })
  categoryId: number | null;

  @ManyToOne(() => Category, { onDelete: 'SET NULL', onUpdate: 'RESTRICT', nullable: true })
  @JoinColumn({ name: 'category_id', foreignKeyConstraintName: 'shared_videos_category_fk' })
  category?: Category | null;

  @Column({ type: 'varchar', length: 191 })
  fileKey: string;

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

  /** When it was removed from the library; the bytes stay until the posts made from it are done. */
  @InstantColumn({ nullable: true })
  deletedAt: number | null;

  @InstantColumn()
  createdAt: number;
}

declare module '../database/tables' {
  interface Tables {
    shared_videos: Table<SharedVideo, 'id'>;
  }
}

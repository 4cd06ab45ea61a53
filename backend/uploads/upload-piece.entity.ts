import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { BigintColumn } from '../database/columns';
import type { Table } from '../database/tables';
import { Medium } from './medium.entity';

/**
 * A piece of an unfinished upload that lies in the storage. The pieces of an upload follow each other without gaps, so
 * what has arrived is the sum of their lengths.
 */
@Entity('upload_pieces')
export class UploadPiece {
  @PrimaryColumn({ type: 'varchar', length: 32 })
  mediaId: string;

  @ManyToOne(() => Medium, { onDelete: 'CASCADE', onUpdate: 'RESTRICT' })
  @JoinColumn({ name: 'media_id', foreignKeyConstraintName: 'upload_pieces_media_fk' })
  medium?: Medium;

  /** Where it begins in the file. Two writers of one place cannot both have it. */
  @BigintColumn({ primary: true })
  startByte: number;

  @BigintColumn()
  sizeBytes: number;

  /** In the storage (`newPiece`). */
  @Column({ type: 'varchar', length: 64 })
  name: string;
}

declare module '../database/tables' {
  interface Tables {
    upload_pieces: Table<UploadPiece>;
  }
}

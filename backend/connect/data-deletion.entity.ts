import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { InstantColumn } from '../database/columns';
import type { Table } from '../database/tables';

/** A person's request, by way of Meta, to delete their data. */
@Entity('data_deletions')
@Index('data_deletions_code', ['code'], { unique: true })
@Index('data_deletions_done', ['doneAt'])
export class DataDeletion {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id: number;

  /** Whoever has it may see how far the deletion is. */
  @Column({ type: 'varchar', length: 32 })
  code: string;

  /** Meta's id of the person; null once all is deleted, and where nothing was. */
  @Column({ type: 'varchar', length: 32, nullable: true })
  metaUserId: string | null;

  @InstantColumn()
  requestedAt: number;

  @InstantColumn({ nullable: true })
  doneAt: number | null;
}

declare module '../database/tables' {
  interface Tables {
    data_deletions: Table<DataDeletion, 'id'>;
  }
}

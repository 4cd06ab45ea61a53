import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { Table } from '../../database/tables';

/** A change that affects the accounts of many users. The row is deleted once all of them are marked. */
@Entity('bulk_marks')
export class BulkMark {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id: number;

  /** Kind of change; determines whose accounts are affected. */
  @Column({ type: 'varchar', length: 24 })
  scope: string;

  /** Id of the changed row. */
  @Column({ type: 'integer' })
  subject: number;
}

declare module '../../database/tables' {
  interface Tables {
    bulk_marks: Table<BulkMark, 'id'>;
  }
}

import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { Table } from '../database/tables';

/** A change after which the accounts of many users have to be looked at anew; gone when all of them are marked. */
@Entity('bulk_marks')
export class BulkMark {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id: number;

  /** What changed: says whose accounts they are. */
  @Column({ type: 'varchar', length: 24 })
  scope: string;

  /** The id of what changed. */
  @Column({ type: 'integer' })
  subject: number;
}

declare module '../database/tables' {
  interface Tables {
    bulk_marks: Table<BulkMark, 'id'>;
  }
}

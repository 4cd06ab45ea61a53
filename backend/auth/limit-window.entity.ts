import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { InstantColumn } from '../database/columns';
import type { Table } from '../database/tables';

/** The number of tries since a window began. */
@Entity('limit_windows')
@Index('limit_windows_end', ['endsAt'])
export class LimitWindow {
  /** SHA-256 of the limit and its key, in hexadecimal: no addresses are stored. */
  @PrimaryColumn({ type: 'varchar', length: 64 })
  id: string;

  @Column({ type: 'integer' })
  used: number;

  @InstantColumn()
  endsAt: number;
}

declare module '../database/tables' {
  interface Tables {
    limit_windows: Table<LimitWindow>;
  }
}

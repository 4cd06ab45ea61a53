import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { InstantColumn } from '../database/columns';
import type { Table } from '../database/tables';

/** How often something was tried since its window began. */
@Entity('limit_windows')
@Index('limit_windows_end', ['endsAt'])
export class LimitWindow {
  /** SHA-256 of the limit and of whom it counts for, in hexadecimal: no addresses are kept. */
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

import { Column, Entity, PrimaryColumn } from 'typeorm';
import { InstantColumn } from './columns';
import type { Table } from './tables';

/** Work that one process at a time does for all of them, and the process that holds it. */
@Entity('chores')
export class Chore {
  @PrimaryColumn({ type: 'varchar', length: 64 })
  name: string;

  @Column({ type: 'varchar', length: 64 })
  holder: string;

  @InstantColumn()
  heldUntil: number;
}

declare module './tables' {
  interface Tables {
    chores: Table<Chore>;
  }
}

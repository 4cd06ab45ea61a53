import { Entity, PrimaryColumn } from 'typeorm';
import { InstantColumn } from '../../database/columns';
import type { Table } from '../../database/tables';

/** One row per publishing process, renewed at every tick. Proves to the health check that a publisher is running. */
@Entity('publisher_heartbeats')
export class PublisherHeartbeat {
  @PrimaryColumn({ type: 'varchar', length: 64 })
  publisher: string;

  @InstantColumn()
  beatAt: number;
}

declare module '../../database/tables' {
  interface Tables {
    publisher_heartbeats: Table<PublisherHeartbeat>;
  }
}

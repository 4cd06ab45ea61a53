import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Table } from '../../database/tables';

/** The one row that tells this installation from others. */
@Entity('installation')
export class InstallationRow {
  @PrimaryColumn({ type: 'integer' })
  id: number;

  @Column({ type: 'varchar', length: 36 })
  uuid: string;

  /** Of the storage where its media lie; null until it has one. */
  @Column({ type: 'varchar', length: 36, nullable: true })
  storageUuid: string | null;
}

declare module '../../database/tables' {
  interface Tables {
    installation: Table<InstallationRow>;
  }
}

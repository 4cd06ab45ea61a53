import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Table } from '../../database/tables';

/** The one row that identifies this installation. */
@Entity('installation')
export class InstallationRow {
  @PrimaryColumn({ type: 'integer' })
  id: number;

  @Column({ type: 'varchar', length: 36 })
  uuid: string;

  /** Id of the storage that holds its media; null until it has one. */
  @Column({ type: 'varchar', length: 36, nullable: true })
  storageUuid: string | null;
}

declare module '../../database/tables' {
  interface Tables {
    installation: Table<InstallationRow>;
  }
}

import { Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { InstantColumn } from '../database/columns';
import { User } from '../users/user.entity';
import type { Table } from '../database/tables';

/** An address that an account signed in from lately. Tries of strangers elsewhere do not lock its owner out there. */
@Entity('known_addresses')
@Index('known_addresses_age', ['signedInAt'])
export class KnownAddress {
  @PrimaryColumn({ type: 'integer' })
  userId: number;

  @ManyToOne(() => User, { onDelete: 'CASCADE', onUpdate: 'RESTRICT' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'known_addresses_user_fk' })
  user?: User;

  /** As limits count it. */
  @PrimaryColumn({ type: 'varchar', length: 64 })
  address: string;

  @InstantColumn()
  signedInAt: number;
}

declare module '../database/tables' {
  interface Tables {
    known_addresses: Table<KnownAddress>;
  }
}

import { Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { InstantColumn } from '../database/columns';
import { User } from '../users/user.entity';
import type { Table } from '../database/tables';

/** Where an account signed in lately: what strangers try elsewhere does not keep its owner out there. */
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

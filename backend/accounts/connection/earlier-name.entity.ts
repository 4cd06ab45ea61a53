import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import type { Table } from '../../database/tables';
import { Account } from '../account.entity';

/** The name of a Page or Instagram account that an account was before. Its published posts are still there. */
@Entity('earlier_names')
@Index('earlier_names_of_account', ['accountId', 'remoteId'], { unique: true })
@Index('earlier_names_person', ['metaUserId'])
export class EarlierName {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id: number;

  @Column({ type: 'integer' })
  accountId: number;

  @ManyToOne(() => Account, { onDelete: 'CASCADE', onUpdate: 'RESTRICT' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'earlier_names_account_fk' })
  account?: Account;

  @Column({ type: 'varchar', length: 32 })
  remoteId: string;

  @Column({ type: 'varchar', length: 255, nullable: true })
  name: string | null;

  /** Meta's id of the person who granted the token of then; null if unknown. */
  @Column({ type: 'varchar', length: 32, nullable: true })
  metaUserId: string | null;
}

declare module '../../database/tables' {
  interface Tables {
    earlier_names: Table<EarlierName, 'id'>;
  }
}

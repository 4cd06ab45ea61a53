import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { InstantColumn } from '../database/columns';
import type { Table } from '../database/tables';

/** An account of a network, whoever connected it: one publication at a time. */
@Entity('account_locks')
@Index('account_locks_end', ['heldUntil'])
export class AccountLock {
  @PrimaryColumn({ type: 'varchar', length: 16 })
  network: string;

  /** The network's id of the Page or the Instagram account. */
  @PrimaryColumn({ type: 'varchar', length: 32 })
  accountId: string;

  /** The post that has it, and until when. */
  @Column({ type: 'integer', nullable: true })
  heldBy: number | null;

  @InstantColumn({ nullable: true })
  heldUntil: number | null;

  /** When it was last taken: who waited longest comes first. */
  @InstantColumn({ nullable: true })
  servedAt: number | null;
}

declare module '../database/tables' {
  interface Tables {
    account_locks: Table<AccountLock>;
  }
}

import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { InstantColumn } from '../../database/columns';
import type { Table } from '../../database/tables';

/** A mail that no mail server has taken over yet. */
@Entity('mails')
@Index('mails_due', ['dueAt'])
export class OutboxMail {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id: number;

  /** The mail as JSON, sealed: it can hold a link that opens an account. */
  @Column({ type: 'text' })
  sealed: string;

  /** How often it was taken to be sent; whoever raises it has the mail. */
  @Column({ type: 'integer', default: 0 })
  tries: number;

  /** When it may be taken; while somebody has it, when it is lost to others unless renewed. */
  @InstantColumn()
  dueAt: number;

  /** From then on it is of no use to anybody. */
  @InstantColumn()
  expiresAt: number;
}

declare module '../../database/tables' {
  interface Tables {
    mails: Table<OutboxMail, 'id' | 'tries'>;
  }
}

import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { InstantColumn } from '../../database/columns';
import type { Table } from '../../database/tables';

/** A mail that no mail server has accepted yet. */
@Entity('mails')
@Index('mails_due', ['dueAt'])
@Index('mails_turn', ['isUrgent', 'dueAt'])
export class OutboxMail {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id: number;

  /** The mail as JSON, sealed because it can hold a link that opens an account. */
  @Column({ type: 'text' })
  sealed: string;

  /** Null for a mail of a version that did not know when it was posted. */
  @InstantColumn({ nullable: true })
  createdAt: number | null;

  /** How often the mail was claimed. The process that raises it holds the mail. */
  @Column({ type: 'integer', default: 0 })
  tries: number;

  /** When the mail may be claimed; while a process holds it, the end of the lease. */
  @InstantColumn()
  dueAt: number;

  /** After this instant the mail is no longer useful. */
  @InstantColumn()
  expiresAt: number;

  /** 1 for a mail that is of use for an hour at most: it is sent before the others. */
  @Column({ type: 'integer', default: 0 })
  isUrgent: number;
}

declare module '../../database/tables' {
  interface Tables {
    mails: Table<OutboxMail, 'id' | 'tries' | 'isUrgent'>;
  }
}

import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { BigintColumn, InstantColumn } from '../database/columns';
import type { Table } from '../database/tables';

@Entity('plans')
export class Plan {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id: number;

  @Column({ type: 'varchar', length: 255 })
  name: string;

  @Column({ type: 'text' })
  description: string;

  /** Paise (hundredths of a rupee). */
  @Column({ type: 'integer' })
  priceMinor: number;

  @Column({ type: 'integer' })
  durationDays: number;

  @BigintColumn()
  maxStorageBytes: number;

  /** Called "Tasks" in the interface. */
  @Column({ type: 'integer' })
  maxPendingSubmissions: number;

  /** Null: any number. */
  @Column({ type: 'integer', nullable: true })
  maxAccounts: number | null;

  /** Null: any number. */
  @Column({ type: 'integer', nullable: true })
  maxMembers: number | null;

  /** A month. Null: any number. */
  @Column({ type: 'integer', nullable: true })
  maxAiRequests: number | null;

  /** 1 for at most one plan: every new user gets it immediately. */
  @Column({ type: 'integer', default: 0 })
  onRegistration: number;

  @InstantColumn()
  createdAt: number;
}

declare module '../database/tables' {
  interface Tables {
    plans: Table<Plan, 'id' | 'onRegistration'>;
  }
}

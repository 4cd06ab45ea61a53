import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { InstantColumn } from '../database/columns';
import type { Table } from '../database/tables';

/** A subject of the shared library, managed by administrators. Automatic posting takes only videos of active ones. */
@Entity('categories')
export class Category {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id: number;

  @Column({ type: 'varchar', length: 191 })
  name: string;

  @Column({ type: 'text', nullable: true })
  description: string | null;

  @Column({ type: 'integer', default: 1 })
  isActive: number;

  @InstantColumn()
  createdAt: number;
}

declare module '../database/tables' {
  interface Tables {
    categories: Table<Category, 'id' | 'isActive'>;
  }
}

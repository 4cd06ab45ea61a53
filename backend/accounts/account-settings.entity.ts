import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import type { Table } from '../database/tables';
import { User } from '../users/user.entity';

/** What a user entered for accounts that are still to come. Without a row everything is at its default. */
@Entity('account_settings')
@Index('account_settings_user', ['userId'], { unique: true })
export class AccountSettings {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id: number;

  @Column({ type: 'integer' })
  userId: number;

  @ManyToOne(() => User, { onDelete: 'CASCADE', onUpdate: 'RESTRICT' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'account_settings_user_fk' })
  user?: User;

  /** Sealed. Without a Page it cannot be an account yet. */
  @Column({ type: 'text', nullable: true })
  accessToken: string | null;

  @Column({ type: 'varchar', length: 8, nullable: true })
  accessTokenLast4: string | null;

  /** Of a Page for which there is no token yet. */
  @Column({ type: 'varchar', length: 32, nullable: true })
  pageId: string | null;

  @Column({ type: 'varchar', length: 32, nullable: true })
  instagramPageId: string | null;

  /** Minutes; what an account begins with. */
  @Column({ type: 'integer', default: 60 })
  uploadFrequency: number;

  @Column({ type: 'integer', default: 60 })
  photoUploadFrequency: number;

  /** Grows with every save: one that was derived from an older state is refused. */
  @Column({ type: 'integer', default: 0 })
  saves: number;
}

declare module '../database/tables' {
  interface Tables {
    account_settings: Table<AccountSettings, 'id' | 'uploadFrequency' | 'photoUploadFrequency' | 'saves'>;
  }
}

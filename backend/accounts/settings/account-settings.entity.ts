import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import type { Table } from '../../database/tables';
import { User } from '../../users/user.entity';

/** Settings for accounts that do not exist yet. Without a row every setting has its default. */
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

  /** Sealed. Becomes an account only once a Page is chosen. */
  @Column({ type: 'text', nullable: true })
  accessToken: string | null;

  @Column({ type: 'varchar', length: 8, nullable: true })
  accessTokenLast4: string | null;

  /** A Page that has no token yet. */
  @Column({ type: 'varchar', length: 32, nullable: true })
  pageId: string | null;

  @Column({ type: 'varchar', length: 32, nullable: true })
  instagramPageId: string | null;

  /** Minutes; initial value for a new account. */
  @Column({ type: 'integer', default: 60 })
  uploadFrequency: number;

  @Column({ type: 'integer', default: 60 })
  photoUploadFrequency: number;

  /** Incremented by every save. A save that was derived from an older state is refused. */
  @Column({ type: 'integer', default: 0 })
  saves: number;
}

declare module '../../database/tables' {
  interface Tables {
    account_settings: Table<AccountSettings, 'id' | 'uploadFrequency' | 'photoUploadFrequency' | 'saves'>;
  }
}

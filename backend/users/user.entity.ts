import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { InstantColumn } from '../database/columns';

@Entity('users')
@Index('users_email', ['email'], { unique: true })
export class User {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id: number;

  @Column({ type: 'varchar', length: 255 })
  name: string;

  /** Lower case, as normalised by `normalizeEmail`. */
  @Column({ type: 'varchar', length: 191 })
  email: string;

  @Column({ type: 'varchar', length: 255 })
  passwordHash: string;

  @Column({ type: 'integer', default: 0 })
  isAdmin: number;

  @Column({ type: 'integer', default: 0 })
  canUseSharedVideos: number;

  @Column({ type: 'varchar', length: 64, default: 'UTC' })
  timezone: string;

  /** As the user gave it, sealed; the one that publishes is on the connection. */
  @Column({ type: 'text', nullable: true })
  accessToken: string | null;

  @Column({ type: 'varchar', length: 8, nullable: true })
  accessTokenLast4: string | null;

  @Column({ type: 'varchar', length: 32, nullable: true })
  pageId: string | null;

  @Column({ type: 'varchar', length: 32, nullable: true })
  instagramPageId: string | null;

  /** Minutes. */
  @Column({ type: 'integer', default: 60 })
  uploadFrequency: number;

  /** Minutes. */
  @Column({ type: 'integer', default: 60 })
  photoUploadFrequency: number;

  /** JSON array of category ids. */
  @Column({ type: 'text', nullable: true })
  preferredCategories: string | null;

  /** sha256 of the token in the last reset mail, in hexadecimal; null when it was used. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  resetTokenHash: string | null;

  @InstantColumn({ nullable: true })
  resetExpiresAt: number | null;

  @InstantColumn()
  createdAt: number;
}

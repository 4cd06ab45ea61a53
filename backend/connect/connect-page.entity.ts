import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import { InstantColumn } from '../database/columns';
import type { Table } from '../database/tables';
import { ConnectSession } from './connect-session.entity';

/** A Page that the dialog's person manages, as it may be chosen for a while. */
@Entity('connect_pages')
@Index('connect_pages_of_session', ['sessionId', 'remoteId'], { unique: true })
@Index('connect_pages_expiry', ['expiresAt'])
export class ConnectPage {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id: number;

  @Column({ type: 'integer' })
  sessionId: number;

  @ManyToOne(() => ConnectSession, { onDelete: 'CASCADE', onUpdate: 'RESTRICT' })
  @JoinColumn({ name: 'session_id', foreignKeyConstraintName: 'connect_pages_session_fk' })
  session?: ConnectSession;

  @Column({ type: 'varchar', length: 32 })
  remoteId: string;

  @Column({ type: 'varchar', length: 255 })
  name: string;

  /** The Page's own token, sealed; null if the person did not tick the Page. */
  @Column({ type: 'text', nullable: true })
  token: string | null;

  /** Whether the person's role allows posts. */
  @Column({ type: 'integer' })
  mayPost: 0 | 1;

  @Column({ type: 'text', nullable: true })
  pictureUrl: string | null;

  @Column({ type: 'varchar', length: 32, nullable: true })
  instagramId: string | null;

  @Column({ type: 'varchar', length: 255, nullable: true })
  instagramUsername: string | null;

  @Column({ type: 'text', nullable: true })
  instagramPictureUrl: string | null;

  @InstantColumn()
  expiresAt: number;
}

declare module '../database/tables' {
  interface Tables {
    connect_pages: Table<ConnectPage, 'id'>;
  }
}

import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { InstantColumn } from '../database/columns';
import { User } from '../users/user.entity';
import { SharedVideo } from './shared-video.entity';
import type { Table } from '../database/tables';

/** An account has posted this video of the library, or will: automatic posting never repeats one. */
@Entity('library_uses')
@Index('library_uses_of_video', ['sharedVideoId', 'userId'])
export class LibraryUse {
  @PrimaryColumn({ type: 'integer' })
  userId: number;

  @PrimaryColumn({ type: 'varchar', length: 16 })
  network: 'facebook' | 'instagram';

  /** Remote id of the account; empty if there was none yet, which counts for every account. */
  @PrimaryColumn({ type: 'varchar', length: 32 })
  remoteId: string;

  @PrimaryColumn({ type: 'integer' })
  sharedVideoId: number;

  @ManyToOne(() => User, { onDelete: 'CASCADE', onUpdate: 'RESTRICT' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'library_uses_user_fk' })
  user?: User;

  @ManyToOne(() => SharedVideo, { onDelete: 'CASCADE', onUpdate: 'RESTRICT' })
  @JoinColumn({ name: 'shared_video_id', foreignKeyConstraintName: 'library_uses_video_fk' })
  sharedVideo?: SharedVideo;

  @InstantColumn()
  usedAt: number;

  /**
   * 1: only because the user picked the video, and none of its posts could be public. The use goes with the last of
   * those posts. One by automatic posting stays, or a video that the user deleted would return at once.
   */
  @Column({ type: 'integer', default: 0 })
  picked: 0 | 1;
}

declare module '../database/tables' {
  interface Tables {
    library_uses: Table<LibraryUse, 'picked'>;
  }
}

import type { SqlValue } from '../../backend/database/database';
import type { RemoteSession } from '../../backend/ports/networks/network';
import type { Tables } from './database';
import type { Scheduler } from './scheduler';

/** A row of the post as it was when the intent to publish it was committed. */
export interface Intent {
  at: number;
  accountId: string;
  post: IntentRow;
}

export interface IntentRow {
  id: number;
  user_id: number;
  kind: string;
  network: string;
  title: string;
  description: string | null;
  shared_video_id: number | null;
  created_at: number;
}

/** The intents to publish, by remote id, as they are committed. */
export class Intents extends Map<string, Intent> {
  constructor(
    private readonly tables: Tables,
    private readonly scheduler: Scheduler,
    private readonly tell: (what: string) => void,
  ) {
    super();
  }

  /** Takes the parameters of a committed statement. */
  watch(params: SqlValue[]): void {
    for (const param of params) {
      if (typeof param !== 'string' || !param.startsWith('{"protocol"')) continue;
      const { remoteId, intentAt, accountId = '' } = JSON.parse(param) as RemoteSession;
      if (intentAt === undefined || this.has(remoteId)) continue;
      const [post] = this.tables.all<IntentRow>('SELECT * FROM posts WHERE remote_session = ?', param);
      if (!post) continue;
      this.set(remoteId, { at: this.scheduler.now, accountId, post });
      this.tell(
        `${this.scheduler.current?.name ?? ''} means to publish post ${post.id} as ${remoteId} on ${accountId}`,
      );
    }
  }
}

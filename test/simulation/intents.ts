import type { SqlValue } from '../../backend/database/database';
import type { RemoteSession } from '../../backend/ports/networks/network';
import type { Tables } from './database';
import type { Publication } from './meta';
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
  posted_text: string | null;
  created_at: number;
}

/** The intents to publish and to comment, as they are committed. */
export class Intents {
  private readonly byRemoteId = new Map<string, Intent>();
  /** Of texts, which have no id before they are public: in the order in which they were meant. */
  private readonly texts = new Map<string, Intent[]>();
  private readonly comments = new Map<number, number[]>();

  constructor(
    private readonly tables: Tables,
    private readonly scheduler: Scheduler,
    private readonly tell: (what: string) => void,
  ) {}

  /** Takes the parameters of a committed statement. */
  watch(params: SqlValue[]): void {
    if (params[2] === 'comment') this.meansToComment(params[0] as number);
    for (const param of params) {
      if (typeof param !== 'string' || !param.startsWith('{"protocol"')) continue;
      const { remoteId, intentAt, accountId = '' } = JSON.parse(param) as RemoteSession;
      if (intentAt === undefined || this.byRemoteId.has(remoteId)) continue;
      const [post] = this.tables.all<IntentRow>('SELECT * FROM posts WHERE remote_session = ?', param);
      if (!post) continue;
      if (!this.note(remoteId, { at: this.scheduler.now, accountId, post })) continue;
      this.tell(
        `${this.scheduler.current?.name ?? ''} means to publish post ${post.id} as ${remoteId} on ${accountId}`,
      );
    }
  }

  /** The intent that a publication came of. */
  of(
    { remoteId, kind, account, caption }: Publication,
    publications: readonly Publication[],
  ): Intent | undefined {
    if (kind !== 'post') return this.byRemoteId.get(remoteId);
    const meant = this.texts.get(textKey(account, caption)) ?? [];
    const alike = publications.filter(
      (one) => one.kind === 'post' && one.account === account && one.caption === caption,
    );
    const nth = alike.findIndex((one) => one.remoteId === remoteId);
    return meant[nth] ?? meant[0];
  }

  /** When the comment was meant that was sent then. */
  ofComment(postId: number, sentAt: number): number | undefined {
    return this.comments.get(postId)?.findLast((at) => at <= sentAt);
  }

  /** @returns false for one that is known */
  private note(remoteId: string, intent: Intent): boolean {
    if (remoteId !== '') {
      this.byRemoteId.set(remoteId, intent);
      return true;
    }
    const key = textKey(intent.accountId, intent.post.posted_text ?? '');
    const meant = this.texts.get(key) ?? [];
    if (meant.some(({ post }) => post.id === intent.post.id)) return false;
    this.texts.set(key, [...meant, intent]);
    return true;
  }

  private meansToComment(postId: number): void {
    this.comments.set(postId, [...(this.comments.get(postId) ?? []), this.scheduler.now]);
    this.tell(`${this.scheduler.current?.name ?? ''} means to comment on post ${postId}`);
  }
}

const textKey = (account: string, text: string): string => `${account} ${text}`;

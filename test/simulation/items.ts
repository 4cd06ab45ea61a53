import type { Caller } from '../../backend/common/http/caller.decorator';
import type { PostFormat } from '../../backend/publishing/formats/formats';
import { formatIn, listOf } from '../../backend/publishing/formats/lists';
import { Quota } from '../../backend/subscriptions/quota';
import type { Container } from './container';
import type { Asked, Cover, Item, Knowledge, Person, Words } from './knowledge';
import { callerOf } from './librarian';
import type { Step } from './plan';
import type { Change, Requests } from './requests';
import type { Scheduler } from './scheduler';

const A_MINUTE = 60_000;

interface New extends Pick<Item, 'id' | 'user' | 'kind' | 'format' | 'of' | 'uploaded'> {
  bytes: string;
  words: Words;
  time: number;
  alts?: string;
  comment?: string | null;
  link?: string | null;
  cover?: Cover;
  draft?: boolean;
}

/** The items of the users, and what is asked for one of them. */
export class Items {
  constructor(
    private readonly scheduler: Scheduler,
    private readonly knowledge: Knowledge,
    private readonly requests: Requests,
  ) {}

  /** One that was just asked for. */
  begin(step: Step, { bytes, words, time, ...more }: New): Item {
    const first = <T>(value: T): Asked<T>[] => [
      { ...this.requests.asked(step, value), result: 'granted', endedAt: this.scheduler.now },
    ];
    const { alts = '', comment = null, link = null, cover = null, draft = false, ...item } = more;
    return {
      ...item,
      bytes: first(bytes),
      words: first(words),
      times: first(time),
      alts: first(alts),
      comments: first(comment),
      links: first(link),
      covers: first(cover),
      drafts: first(draft),
      isFor: [],
      deletions: [],
      siblings: [],
    };
  }

  /** What is done by the step is done to the first of them. */
  keep(step: Step, items: readonly Item[]): void {
    for (const [n, item] of items.entries())
      this.knowledge.items.set(n === 0 ? step.id : -(step.id + n / 100), item);
  }

  find(id: number): Item | undefined {
    return this.knowledge.items.get(id);
  }

  /** Asks for something that is about one item. */
  ask(
    step: Step & { item: number },
    changes: (item: Item) => Change[],
    call: (at: Container, format: PostFormat | null, caller: Caller, id: number) => Promise<unknown>,
  ): void {
    const item = this.find(step.item);
    const { postId, kind } = item ?? {};
    if (!item || postId === undefined) return;
    const caller = callerOf(this.owner(item));
    this.requests.send(step, changes(item), async (at) => {
      await at.get(Quota).limits(caller.id);
      await call(at, kind === undefined ? null : formatIn(listOf(kind)), caller, postId);
    });
  }

  owner({ user }: Pick<Item, 'user'>): Person {
    return this.knowledge.people[user] as Person;
  }

  /** A time is given in minutes. */
  minuteIn(ms: number): number {
    return Math.floor((this.scheduler.now + ms) / A_MINUTE) * A_MINUTE;
  }

  afterFrequency(of: Pick<Item, 'user'>, since: number): number {
    return since + this.owner(of).frequency * A_MINUTE;
  }
}

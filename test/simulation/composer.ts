import { AccountsService } from '../../backend/accounts/accounts.service';
import { conflict } from '../../backend/common/errors/errors';
import { ComposedPosts } from '../../backend/publishing/composing/composed-posts.service';
import type { PostFormat } from '../../backend/publishing/formats/formats';
import type { PostView } from '../../backend/publishing/posts/post.view';
import { Quota } from '../../backend/subscriptions/quota';
import type { Container } from './container';
import type { ChosenCover, ChosenFiles, FileChoice } from './chosen-files';
import { formatOfTarget } from './chosen-formats';
import { commentOf, linkOf, wordsOf } from './contents';
import type { Items } from './items';
import type { Asked, Item } from './knowledge';
import { callerOf } from './librarian';
import type { Deed, Step } from './plan';
import type { Requests } from './requests';

type ComposeStep = Step & Extract<Deed, { do: 'compose' }>;

interface Target {
  accountId: number;
  remoteId: string;
  format: PostFormat;
}

interface Made {
  files: ChosenFiles;
  cover: ChosenCover;
  uploaded: Asked<null>;
}

const NOBODY = conflict('No account takes this.');

/** What users do on the screen on which posts are composed. */
export class Composer {
  constructor(
    private readonly seed: number,
    private readonly items: Items,
    private readonly requests: Requests,
    private readonly choice: FileChoice,
  ) {}

  compose(step: ComposeStep): void {
    const { userId } = this.items.owner(step);
    const files = this.choice.files(step.id, userId, step);
    const cover = this.choice.cover(step.id, userId, step.cover);
    if (!files || !cover) return;
    const uploaded = this.requests.asked(step, null);
    this.requests.settle([uploaded], step, async (at) => {
      await at.get(Quota).limits(userId);
      const targets = await this.targets(at, step, userId);
      if (targets.length === 0) throw NOBODY;
      const items = targets.map((target, n) => this.itemOf(step, target, n, { files, cover, uploaded }));
      for (const item of items) item.siblings = items.filter((other) => other !== item);
      this.items.keep(step, items);
      const caller = callerOf(this.items.owner(step));
      const { posts } = await at
        .get(ComposedPosts)
        .make(caller, this.bodyOf(step, targets, items, { files, cover }));
      for (const [n, item] of items.entries()) item.postId = postFor(posts, targets, n)?.id;
    });
  }

  /** The accounts that take it, and what it becomes on each. */
  private async targets(at: Container, step: ComposeStep, userId: number): Promise<Target[]> {
    const accounts = await at.get(AccountsService).connected(userId);
    const places = step.accounts.map((place) => place % Math.max(1, accounts.length));
    return [...new Set(places)].flatMap((place) => {
      const account = accounts[place];
      const format = account && formatOfTarget(this.seed, step, account);
      return format ? [{ accountId: account.id, remoteId: account.remote_id, format }] : [];
    });
  }

  private bodyOf(
    step: ComposeStep,
    targets: readonly Target[],
    items: readonly Item[],
    { files, cover }: Pick<Made, 'files' | 'cover'>,
  ): object {
    const { inMs, draft, of } = step;
    return {
      targets: targets.map(({ accountId, format }, n) => ({
        account_id: accountId,
        format: format.name,
        ...(!format.fleeting && { description: items[n]?.words[0]?.value.description }),
      })),
      media: files.media,
      title: wordsOf(`Item ${step.id}`, false).title,
      ...(step.comment && { first_comment: commentOf(step) }),
      ...(of === 'text' && step.link && { link: linkOf(step) }),
      cover: cover.body,
      scheduled_for: inMs === null ? null : new Date(this.items.minuteIn(inMs)).toISOString(),
      draft: draft ? 1 : 0,
    };
  }

  private itemOf(
    step: ComposeStep,
    { format, remoteId }: Target,
    n: number,
    { files, cover, uploaded }: Made,
  ): Item {
    const { id, user, inMs, of, draft } = step;
    const { title, description } = wordsOf(`Item ${id}`, step.described || of === 'text');
    const isStory = format.fleeting === true;
    const time = inMs === null ? this.items.afterFrequency(step, uploaded.sentAt) : this.items.minuteIn(inMs);
    const item = this.items.begin(step, {
      ...{ id, user, of, format, uploaded, time, draft, bytes: files.bytes, alts: files.alts },
      words: { title, description: description && `${description} ${n}` },
      comment: step.comment && !isStory ? commentOf(step) : null,
      link: of === 'text' && step.link ? linkOf(step) : null,
      cover: isStory ? null : cover.value,
    });
    item.isFor = [remoteId];
    return item;
  }
}

/** A post that is deleted before the answer is written is not in it. */
const postFor = (posts: readonly PostView[], targets: readonly Target[], n: number): PostView | undefined =>
  posts.length === targets.length
    ? posts[n]
    : posts.find(({ account }) => account?.id === targets[n]?.accountId);

import { FirstCommentRetries } from '../../backend/publishing/first-comments/first-comment-retries.service';
import { PostEdits } from '../../backend/publishing/edits/post-edits.service';
import type { ChangePostDto } from '../../backend/publishing/posts/post.dto';
import type { FileChoice } from './chosen-files';
import { commentOf, linkOf, wordsOf } from './contents';
import type { Items } from './items';
import type { Asked, Item } from './knowledge';
import { callerOf } from './librarian';
import type { Deed, Step } from './plan';
import { isRefusal, noted, type Change, type Requests } from './requests';

type EditStep = Step & Extract<Deed, { do: 'edit' }>;

interface Edited {
  body: ChangePostDto;
  /** What an item that takes it is like then. */
  changes: (item: Item) => Change[];
}

/** What users see of their posts. */
export interface Seen {
  /** Equal at two instants if the post was pending all the time in between. */
  standing(postId: number): string | undefined;
  /** A post of the user whose comment has failed. */
  failedComment(userId: number): number | undefined;
}

/** What users change of their items. */
export class Editor {
  constructor(
    private readonly items: Items,
    private readonly requests: Requests,
    private readonly choice: FileChoice,
    private readonly seen: Seen,
    private readonly now: () => number,
  ) {}

  /** Where a comment has failed, if there is one. */
  commentAgain(step: Step & Extract<Deed, { do: 'comment again' }>): void {
    const caller = callerOf(this.items.owner(step));
    const postId = this.seen.failedComment(caller.id);
    if (postId === undefined) return;
    this.requests.send(step, [], (at) => at.get(FirstCommentRetries).retry(null, caller, postId));
  }

  edit(step: EditStep): void {
    const item = this.items.find(step.item);
    const edited = item && this.edited(step, item);
    if (!edited) return;
    const end = this.beginSiblings(step, edited);
    this.items.ask(
      step,
      (one) => edited.changes(one),
      async (at, ...of) => {
        try {
          await at.get(PostEdits).edit(...of, edited.body);
          end('granted');
        } catch (error) {
          end(isRefusal(error) ? 'refused' : 'unknown');
          throw error;
        }
      },
    );
  }

  /** Of a sibling it is known whether it changed only if it was pending all the time. */
  private beginSiblings(step: EditStep, { body, changes }: Edited): (result: Asked<null>['result']) => void {
    const siblings = body.apply_to_group ? (this.items.find(step.item)?.siblings ?? []) : [];
    const changed = siblings.map((sibling) => {
      const doubtful = { ...this.requests.asked(step, null), result: 'unknown' as const };
      const { postId = 0 } = sibling;
      const asked = changes(sibling).map((change) => change(doubtful));
      return { asked, postId, standing: this.seen.standing(postId) };
    });
    return (result) => {
      for (const { asked, postId, standing } of changed) {
        const isSure = standing !== undefined && this.seen.standing(postId) === standing;
        const known = result === 'granted' && !isSure ? 'unknown' : result;
        for (const one of asked) Object.assign(one, { result: known, endedAt: this.now() });
      }
    };
  }

  /** @returns undefined without room for the files */
  private edited(step: EditStep, item: Item): Edited | undefined {
    const { userId } = this.items.owner(item);
    const { of, format } = item;
    const isStory = format.name === 'story';
    const count = (item.bytes[0]?.value ?? '').split(',').length;
    const wanted = { of, files: count, bytes: step.files ?? 0, long: false };
    const hasFiles = step.files !== undefined && of !== 'text';
    const files = hasFiles ? this.choice.files(step.id, userId, wanted) : undefined;
    const hasCover = step.cover !== undefined && of === 'film' && !isStory;
    const cover = hasCover ? this.choice.cover(step.id, userId, step.cover ?? 'none') : undefined;
    if ((hasFiles && !files) || (hasCover && !cover)) return undefined;
    const words = wordsOf(`Edited ${step.id}`, step.described || of === 'text');
    const comment = step.comment === undefined ? undefined : step.comment ? commentOf(step) : null;
    const link = step.link === undefined ? undefined : step.link && of === 'text' ? linkOf(step) : null;
    const isForAll = step.group === true && !isStory;
    return {
      body: {
        title: words.title,
        ...(!isStory && { description: words.description, first_comment: comment }),
        ...{ link, ...(cover && { cover: cover.body }), ...(files && { media: files.media }) },
        ...(step.draft !== undefined && { draft: step.draft ? 1 : 0 }),
        ...(isForAll && { apply_to_group: 1 }),
      },
      changes: (one) => [
        noted(one.words, words),
        ...(comment === undefined || one.format.name === 'story' ? [] : [noted(one.comments, comment)]),
        ...(link === undefined ? [] : [noted(one.links, link)]),
        ...(cover && one.format.name !== 'story' ? [noted(one.covers, cover.value)] : []),
        ...(step.draft === undefined ? [] : [noted(one.drafts, step.draft)]),
        ...(files ? [noted(one.bytes, files.bytes), noted(one.alts, files.alts)] : []),
      ],
    };
  }
}

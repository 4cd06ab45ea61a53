import { AdminUsersService } from '../../backend/admin/admin-users.service';
import { CaptionsService } from '../../backend/captions/captions.service';
import { PreferencesService } from '../../backend/categories/preferences.service';
import type { Caller } from '../../backend/common/caller.decorator';
import { AccountChecks } from '../../backend/accounts/account-checks';
import { FacebookSettings } from '../../backend/accounts/facebook-settings';
import type { PostFormat } from '../../backend/publishing/formats/formats';
import { formatIn, listOf } from '../../backend/publishing/formats/lists';
import { PostsFromLibraryService } from '../../backend/publishing/posts-from-library.service';
import { PostEdits } from '../../backend/publishing/post-edits.service';
import { PostsService } from '../../backend/publishing/posts.service';
import { ReplacementsService } from '../../backend/publishing/replacements.service';
import { UploadsService } from '../../backend/publishing/uploads.service';
import { Quota } from '../../backend/subscriptions/quota';
import { SubscriptionsService } from '../../backend/subscriptions/subscriptions.service';
import { AccountOwner } from './account-owner';
import type { Container } from './container';
import { namingAccounts } from './chosen-accounts';
import { formatOfUpload } from './chosen-formats';
import { contentOf, fileOf, sha256, wordsOf } from './contents';
import type { Asked, Item, Knowledge, Person } from './knowledge';
import { callerOf, Librarian } from './librarian';
import type { Deed, Step } from './plan';
import type { Scheduler } from './scheduler';
import { noted, type Change, type Requests } from './requests';
import { requestOf } from './services';

const A_MINUTE = 60_000;
const AN_HOUR = 60 * A_MINUTE;

/** Carries out what users ask for on their screens. */
export class Users {
  private readonly librarian: Librarian;
  private readonly accountOwner: AccountOwner;

  constructor(
    private readonly seed: number,
    private readonly scheduler: Scheduler,
    private readonly knowledge: Knowledge,
    private readonly requests: Requests,
    private readonly judgement: { wouldRetry: (postId: number) => boolean },
  ) {
    this.librarian = new Librarian(seed, knowledge, requests);
    this.accountOwner = new AccountOwner(knowledge, requests);
  }

  do(step: Step & Deed): void {
    switch (step.do) {
      case 'connect':
      case 'disconnect':
      case 'add account':
      case 'change default':
      case 'remove account': {
        this.accountOwner.do(step);
        return;
      }
      case 'frequency': {
        const person = this.person(step.user);
        const settings = { upload_frequency: step.minutes, photo_upload_frequency: step.minutes };
        this.requests.send(step, [], (at) => at.get(FacebookSettings).change(person.userId, settings));
        return;
      }
      case 'check': {
        this.requests.send(step, [], (at) => at.get(AccountChecks).check(this.person(step.user).userId));
        return;
      }
      case 'upload': {
        this.upload(step);
        return;
      }
      case 'schedule': {
        const time = step.inMs === null ? null : this.minuteIn(step.inMs);
        const text = time === null ? null : new Date(time).toISOString();
        this.ofItem(
          step,
          (item) => [noted(item.times, time ?? this.afterFrequency(item.user, item.uploaded.sentAt))],
          (at, ...of) => at.get(PostsService).reschedule(...of, text),
        );
        return;
      }
      case 'edit': {
        const words = wordsOf(`Edited ${step.id}`, step.described);
        this.ofItem(
          step,
          (item) => [noted(item.words, words)],
          (at, ...of) => at.get(PostEdits).edit(...of, words),
        );
        return;
      }
      case 'delete': {
        this.ofItem(
          step,
          (item) => [noted(item.deletions, null)],
          (at, ...of) => at.get(PostsService).delete(...of),
        );
        return;
      }
      case 'dismiss': {
        this.ofItem(
          step,
          () => [],
          (at, ...of) => at.get(PostsService).dismiss(...of),
        );
        return;
      }
      case 'retry': {
        this.retry(step);
        return;
      }
      case 'replace': {
        this.replace(step);
        return;
      }
      case 'pick': {
        this.pick(step);
        return;
      }
      case 'prefer': {
        const ids = step.categories.flatMap((each) => this.knowledge.categories[each] ?? []);
        this.requests.send(step, [], (at) =>
          at.get(PreferencesService).choose(this.person(step.user).userId, ids),
        );
        return;
      }
      case 'caption': {
        const { userId, captions } = this.person(step.user);
        const content = `Caption ${step.id}`;
        captions.push(content);
        this.requests.send(step, [], (at) => at.get(CaptionsService).create(userId, content));
        return;
      }
      case 'grant': {
        const start = Math.floor(this.scheduler.now) + step.delayMs;
        const { userId } = this.person(step.user);
        this.requests.send(step, [], (at) =>
          at.get(SubscriptionsService).grant(userId, 1, start, start + step.lastsMs),
        );
        return;
      }
      case 'end plan': {
        this.requests.send(step, [], async (at) => {
          const subscription = await at.get(SubscriptionsService).ofUser(this.person(step.user).userId);
          if ('id' in subscription) await at.get(SubscriptionsService).end(subscription.id as number);
        });
        return;
      }
      case 'delete user': {
        const person = this.person(step.user);
        this.requests.send(step, [noted(person.deletions, null)], (at) =>
          at.get(AdminUsersService).delete(person.userId, { id: null, address: null }),
        );
        return;
      }
      case 'add category':
      case 'delete category':
      case 'share video':
      case 'delete video': {
        this.librarian.do(step);
        return;
      }
    }
  }

  private upload(step: Step & { do: 'upload' }): void {
    const { id, user, kind, described, long, inMs, accounts = [] } = step;
    const format = formatOfUpload(this.seed, step);
    const file = fileOf(this.seed, { id, kind, bytes: step.bytes, long });
    const words = wordsOf(`Item ${id}`, described);
    const time = inMs === null ? null : this.minuteIn(inMs);
    const uploaded = this.requests.asked(step, null);
    const first = <T>(value: T): Asked<T>[] => [
      { ...this.requests.asked(step, value), result: 'granted', endedAt: this.scheduler.now },
    ];
    // One for each account; whatever is done later is done to the first.
    const items = Array.from({ length: Math.max(1, accounts.length) }, (): Item => ({
      id,
      user,
      kind,
      uploaded,
      bytes: first(contentOf(format, file.bytes)),
      words: first(words),
      times: first(time ?? this.afterFrequency(user, this.scheduler.now)),
      isFor: [],
      deletions: [],
    }));
    for (const [n, item] of items.entries()) this.knowledge.items.set(n === 0 ? id : -(id + n / 10), item);
    const fields = {
      titles: [words.title],
      descriptions: [words.description ?? ''],
      scheduled_for: [time === null ? '' : new Date(time).toISOString()],
    };
    this.requests.settle([uploaded], step, async (at) => {
      await at.get(Quota).limits(this.person(user).userId);
      const naming = await namingAccounts(at, this.person(user), format.network, items, accounts);
      const request = requestOf({ ...file, fields: { ...fields, ...naming } });
      const views = await at.get(UploadsService).accept(format, callerOf(this.person(user)), request);
      for (const [n, item] of items.entries()) item.postId = views[n]?.id;
    });
  }

  private retry(step: Step & { do: 'retry' }): void {
    if (!this.mayComeBack(step.item)) return;
    // A time that has passed becomes now; without one it is left alone for an hour.
    const rested = this.scheduler.now + AN_HOUR;
    this.ofItem(
      step,
      (item) => (step.unscheduled ? [noted(item.times, rested)] : []),
      (at, ...of) =>
        step.unscheduled ? at.get(PostsService).unschedule(...of) : at.get(PostsService).retry(...of),
    );
  }

  private replace(step: Step & { do: 'replace' }): void {
    const item = this.knowledge.items.get(step.item);
    if (!item || !this.mayComeBack(step.item)) return;
    // Only an item of one file takes another one.
    if (item.bytes.some(({ value }) => value.includes(','))) return;
    const upload = fileOf(this.seed, { id: step.id, kind: item.kind, bytes: step.bytes, long: false });
    this.ofItem(
      step,
      () => [
        noted(item.bytes, sha256(upload.bytes)),
        noted(item.times, this.afterFrequency(item.user, this.scheduler.now)),
      ],
      (at, ...of) => at.get(ReplacementsService).accept(...of, requestOf({ ...upload, fields: {} })),
    );
  }

  private mayComeBack(id: number): boolean {
    const { postId } = this.knowledge.items.get(id) ?? {};
    return postId !== undefined && this.judgement.wouldRetry(postId);
  }

  private afterFrequency(user: number, since: number): number {
    return since + this.person(user).frequency * A_MINUTE;
  }

  private pick(step: Step & { do: 'pick' }): void {
    const video = this.knowledge.videos[step.video];
    if (video === undefined) return;
    this.requests.send(step, [], async (at) => {
      await at.get(Quota).limits(this.person(step.user).userId);
      const body = { shared_video_ids: [video] };
      await at
        .get(PostsFromLibraryService)
        .accept(formatIn(listOf(step.kind)), callerOf(this.person(step.user)), body);
    });
  }

  private ofItem(
    step: Step & { item: number },
    changes: (item: Item) => Change[],
    call: (at: Container, format: PostFormat, caller: Caller, id: number) => Promise<unknown>,
  ): void {
    const item = this.knowledge.items.get(step.item);
    const { postId } = item ?? {};
    if (!item || postId === undefined) return;
    this.requests.send(step, changes(item), async (at) => {
      await at.get(Quota).limits(this.person(item.user).userId);
      await call(at, formatIn(listOf(item.kind)), callerOf(this.person(item.user)), postId);
    });
  }

  private minuteIn(ms: number): number {
    return Math.floor((this.scheduler.now + ms) / A_MINUTE) * A_MINUTE;
  }

  private person(user: number): Person {
    return this.knowledge.people[user] as Person;
  }
}

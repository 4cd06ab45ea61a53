import { createHash } from 'node:crypto';
import { AdminUsersService } from '../../backend/admin/admin-users.service';
import { CaptionsService } from '../../backend/captions/captions.service';
import { PreferencesService } from '../../backend/categories/preferences.service';
import type { Caller } from '../../backend/common/caller.decorator';
import { AccountChecks } from '../../backend/accounts/account-checks';
import { FacebookSettings } from '../../backend/accounts/facebook-settings';
import type { PostFormat } from '../../backend/publishing/formats/formats';
import { formatIn, listOf } from '../../backend/publishing/formats/lists';
import { PostsFromLibraryService } from '../../backend/publishing/posts-from-library.service';
import { PostsService } from '../../backend/publishing/posts.service';
import { ReplacementsService } from '../../backend/publishing/replacements.service';
import { UploadsService } from '../../backend/publishing/uploads.service';
import { Quota } from '../../backend/subscriptions/quota';
import { SubscriptionsService } from '../../backend/subscriptions/subscriptions.service';
import type { Container } from './container';
import { Draws } from './draws';
import type { Asked, Item, Knowledge, Person } from './knowledge';
import { callerOf, Librarian } from './librarian';
import { instagramId, PERSON_TOKEN, tokenOf } from './pages';
import type { Deed, Kind, Step } from './plan';
import type { Scheduler } from './scheduler';
import { noted, type Change, type Requests } from './requests';
import { requestOf } from './services';
import { pageId } from './weather';

const A_MINUTE = 60_000;
const AN_HOUR = 60 * A_MINUTE;

/** Carries out what users ask for on their screens. */
export class Users {
  private readonly librarian: Librarian;

  constructor(
    private readonly seed: number,
    private readonly scheduler: Scheduler,
    private readonly knowledge: Knowledge,
    private readonly requests: Requests,
    private readonly judgement: { wouldRetry: (postId: number) => boolean },
  ) {
    this.librarian = new Librarian(seed, knowledge, requests);
  }

  do(step: Step & Deed): void {
    switch (step.do) {
      case 'connect': {
        this.connect(step);
        return;
      }
      case 'disconnect': {
        const person = this.person(step.user);
        this.requests.send(step, [noted(person.accounts, { page: null, instagram: false })], (at) =>
          at.get(FacebookSettings).change(person.userId, { page_id: '', instagram_page_id: '' }),
        );
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
          (at, ...of) => at.get(PostsService).edit(...of, words),
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

  private connect(step: Step & { do: 'connect' }): void {
    const { user, page, instagram, asPerson } = step;
    const person = this.person(user);
    const settings = {
      access_token: asPerson ? PERSON_TOKEN : tokenOf(page),
      page_id: pageId(page),
      instagram_page_id: instagram ? instagramId(page) : '',
    };
    this.requests.send(step, [noted(person.accounts, { page, instagram })], (at) =>
      at.get(FacebookSettings).change(person.userId, settings),
    );
  }

  private upload(step: Step & { do: 'upload' }): void {
    const { id, user, kind, described, long, inMs } = step;
    const file = this.fileOf(id, kind, step.bytes, long);
    const words = wordsOf(`Item ${id}`, described);
    const time = inMs === null ? null : this.minuteIn(inMs);
    const uploaded = this.requests.asked(step, null);
    const first = <T>(value: T): Asked<T>[] => [
      { ...this.requests.asked(step, value), result: 'granted', endedAt: this.scheduler.now },
    ];
    const item: Item = {
      id,
      user,
      kind,
      uploaded,
      bytes: first(sha256(file.bytes)),
      words: first(words),
      times: first(time ?? this.afterFrequency(user, this.scheduler.now)),
      deletions: [],
    };
    this.knowledge.items.set(id, item);
    const fields = {
      titles: [words.title],
      descriptions: [words.description ?? ''],
      scheduled_for: [time === null ? '' : new Date(time).toISOString()],
    };
    this.requests.settle([uploaded], step, async (at) => {
      await at.get(Quota).limits(this.person(user).userId);
      const request = requestOf({ ...file, fields });
      const [view] = await at
        .get(UploadsService)
        .accept(formatIn(listOf(kind)), callerOf(this.person(user)), request);
      item.postId = view?.id;
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
    const upload = this.fileOf(step.id, item.kind, step.bytes, false);
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

  private fileOf(id: number, kind: Kind, length: number, long: boolean) {
    const bytes = new Draws('bytes', this.seed, id).bytes(length);
    if (kind === 'photo') bytes.set([0xff, 0xd8, 0xff]);
    const extension: 'jpg' | 'mp4' = kind === 'photo' ? 'jpg' : 'mp4';
    const durationMs = kind === 'photo' ? null : long ? 120_000 : 20_000;
    return { bytes, picture: { width: 720, height: 1280, durationMs, extension } };
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

const wordsOf = (title: string, described: boolean) => ({
  title,
  description: described ? `${title}, in words` : null,
});

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

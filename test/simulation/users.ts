import { AdminUsersService } from '../../backend/admin/admin-users.service';
import { CaptionsService } from '../../backend/captions/captions.service';
import { PreferencesService } from '../../backend/categories/preferences.service';
import { AccountChecks } from '../../backend/accounts/checks/account-checks';
import { FacebookSettings } from '../../backend/accounts/settings/facebook-settings';
import { formatIn, listOf } from '../../backend/publishing/formats/lists';
import { PostsFromLibraryService } from '../../backend/publishing/new-posts/posts-from-library.service';
import { PostsService } from '../../backend/publishing/posts/posts.service';
import { ReplacementsService } from '../../backend/publishing/new-posts/replacements.service';
import { UploadsService } from '../../backend/publishing/new-posts/uploads.service';
import { Quota } from '../../backend/subscriptions/quota';
import { SubscriptionsService } from '../../backend/subscriptions/subscriptions.service';
import { AccountOwner } from './account-owner';
import { namingAccounts } from './chosen-accounts';
import { formatOfUpload } from './chosen-formats';
import { contentOf, fileOf, sha256, wordsOf } from './contents';
import { Composer } from './composer';
import { Editor, type Seen } from './editor';
import type { FinishedUploads } from './finished-uploads';
import { FileChoice } from './chosen-files';
import { Items } from './items';
import type { Knowledge, Person } from './knowledge';
import { callerOf, Librarian } from './librarian';
import type { Deed, Step } from './plan';
import type { Scheduler } from './scheduler';
import { noted, type Requests } from './requests';
import { requestOf } from './services';

const A_MINUTE = 60_000;
const AN_HOUR = 60 * A_MINUTE;

/** Carries out what users ask for on their screens. */
export class Users {
  private readonly librarian: Librarian;
  private readonly accountOwner: AccountOwner;
  private readonly items: Items;
  private readonly composer: Composer;
  private readonly editor: Editor;

  constructor(
    private readonly seed: number,
    private readonly scheduler: Scheduler,
    private readonly knowledge: Knowledge,
    private readonly requests: Requests,
    uploads: FinishedUploads,
    private readonly judgement: Seen & { wouldRetry: (postId: number, plain: boolean) => boolean },
  ) {
    const choice = new FileChoice(seed, uploads);
    this.librarian = new Librarian(seed, knowledge, requests);
    this.accountOwner = new AccountOwner(knowledge, requests);
    this.items = new Items(scheduler, knowledge, requests);
    this.composer = new Composer(seed, this.items, requests, choice);
    this.editor = new Editor(this.items, requests, choice, judgement, () => scheduler.now);
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
        const time = step.inMs === null ? null : this.items.minuteIn(step.inMs);
        const text = time === null ? null : new Date(time).toISOString();
        this.items.ask(
          step,
          (item) => [noted(item.times, time ?? this.items.afterFrequency(item, item.uploaded.sentAt))],
          (at, ...of) => at.get(PostsService).reschedule(...of, { scheduled_for: text }),
        );
        return;
      }
      case 'compose': {
        this.composer.compose(step);
        return;
      }
      case 'edit': {
        this.editor.edit(step);
        return;
      }
      case 'comment again': {
        this.editor.commentAgain(step);
        return;
      }
      case 'delete': {
        this.items.ask(
          step,
          (item) => [noted(item.deletions, null)],
          (at, ...of) => at.get(PostsService).delete(...of),
        );
        return;
      }
      case 'dismiss': {
        this.items.ask(
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
    const time = inMs === null ? null : this.items.minuteIn(inMs);
    const uploaded = this.requests.asked(step, null);
    // One for each account; whatever is done later is done to the first.
    const items = Array.from({ length: Math.max(1, accounts.length) }, () =>
      this.items.begin(step, {
        ...{ id, user, kind, format, uploaded, words },
        of: kind === 'photo' ? 'pictures' : 'film',
        bytes: contentOf(format, file.bytes),
        time: time ?? this.items.afterFrequency(step, this.scheduler.now),
      }),
    );
    this.items.keep(step, items);
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
    if (!this.mayComeBack(step.item, { plain: !step.unscheduled })) return;
    // A time that has passed becomes now; without one it is left alone for an hour.
    const rested = this.scheduler.now + AN_HOUR;
    this.items.ask(
      step,
      (item) => (step.unscheduled ? [noted(item.times, rested)] : []),
      (at, ...of) =>
        step.unscheduled ? at.get(PostsService).unschedule(...of) : at.get(PostsService).retry(...of),
    );
  }

  private replace(step: Step & { do: 'replace' }): void {
    const item = this.items.find(step.item);
    if (!item || !this.mayComeBack(step.item)) return;
    // Only an item of one file takes another one.
    if (item.of === 'text' || item.bytes.some(({ value }) => value.includes(','))) return;
    const kind = item.of === 'film' ? 'video' : 'photo';
    const upload = fileOf(this.seed, { id: step.id, kind, bytes: step.bytes, long: false });
    this.items.ask(
      step,
      () => [
        noted(item.bytes, sha256(upload.bytes)),
        noted(item.times, this.items.afterFrequency(item, this.scheduler.now)),
      ],
      (at, ...of) => at.get(ReplacementsService).accept(...of, requestOf({ ...upload, fields: {} })),
    );
  }

  private mayComeBack(id: number, { plain = false } = {}): boolean {
    const { postId } = this.items.find(id) ?? {};
    return postId !== undefined && this.judgement.wouldRetry(postId, plain);
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

  private person(user: number): Person {
    return this.knowledge.people[user] as Person;
  }
}

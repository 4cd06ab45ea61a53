import { charactersIn } from '../../common/characters';
import { LONGEST_TITLE, TOO_LONG_TITLE } from '../../common/fields/title';
import { violationOf, type MediumFacts } from '../../media/fits';
import type { NetworkName } from '../../ports/networks/network';
import { titleOf } from '../../ports/storage/media-intake';
import { ACCOUNT_NAMES } from '../new-posts/chosen-accounts';
import type { PostFormat } from '../formats/formats';
import { formatNamed } from '../formats/lists';
import { readNewTime } from '../posts/scheduled-time';
import { idIn, fieldsOf, type Fields, type Known } from './body-fields';
import { coverViolation, readCover, readFile, readLink, readText, sharedViolation } from './part-readers';
import type { Refusals } from './refusals';
import { commentViolation, STORY_NEEDS_TIME, textViolation } from './text-limits';
import {
  factsOfFile,
  isShared,
  type WantedCover,
  type WantedFile,
  type WantedPost,
  type WantedPosts,
} from './wanted-posts';

export const MOST_TARGETS = 20;
/** Formats take fewer; their own sentences say so. */
export const MOST_FILES = 20;
const TITLE_FROM_TEXT = 60;

/** A value and the field that gave it. Undefined: it is refused. */
interface Given<T> {
  value: T | undefined;
  field: string;
  isOwn: boolean;
}

type Read<T> = (value: unknown, field: string) => T | undefined;

/** Reads the body of `POST /posts`. What is wrong goes to `refusals`; the result is whole only if there is nothing. */
export class BodyReader {
  private readonly body: Fields;
  private readonly files: WantedFile[];
  private readonly facts: MediumFacts[] | undefined;
  private readonly draft: 0 | 1;

  constructor(
    body: unknown,
    private readonly known: Known,
    private readonly refusals: Refusals,
  ) {
    this.body = fieldsOf(body);
    const files = this.readFiles();
    this.files = files ?? [];
    // With a file that is refused, nothing can be said of all of them together.
    this.facts = files?.map(factsOfFile);
    this.draft = this.readDraft();
  }

  read(): WantedPosts {
    const title = this.text(this.body.title, 'title');
    if (title && charactersIn(title) > LONGEST_TITLE) this.refusals.add('title', TOO_LONG_TITLE);
    const common = {
      title: title ?? null,
      description: this.text(this.body.description, 'description'),
      firstComment: this.text(this.body.first_comment, 'first_comment'),
      link: readLink(this.body.link, 'link', this.refusals),
      cover: this.cover(this.body.cover, 'cover'),
      time: this.time(this.body.scheduled_for, 'scheduled_for'),
    };
    const { targets } = this.body;
    if (!Array.isArray(targets) || targets.length === 0 || targets.length > MOST_TARGETS) {
      this.refusals.add('targets', `Choose 1 to ${MOST_TARGETS} targets.`);
      return { files: this.files, posts: [], draft: this.draft };
    }
    const posts = (targets as unknown[]).flatMap((target, n) => this.post(fieldsOf(target), n, common) ?? []);
    return { files: this.files, posts, draft: this.draft };
  }

  private post(target: Fields, n: number, common: Common): WantedPost | undefined {
    const at = `targets[${n}]`;
    const accountId = idIn(target.account_id);
    const network = this.known.accounts.get(accountId);
    if (!network)
      this.refusals.add(
        `${at}.account_id`,
        accountId === 0
          ? 'account_id is the id of one of your accounts.'
          : `The account ${accountId} is none of your connected accounts.`,
      );
    const format = network && this.format(target.format, network, at);
    const pick = <T>(name: string, read: Read<T>, value: T | undefined): Given<T> =>
      target[name] === undefined
        ? { value, field: name, isOwn: false }
        : { value: read(target[name], `${at}.${name}`), field: `${at}.${name}`, isOwn: true };
    const description = pick('description', this.text, common.description);
    const firstComment = pick('first_comment', this.text, common.firstComment);
    const cover = pick('cover', this.cover, common.cover);
    const time = pick('scheduled_for', this.time, common.time);
    if (!format) return undefined;
    if (format.media !== 'none' && common.link) this.refusals.add('link', 'A link belongs to a text post.');
    if (format.fleeting) this.refuseStory({ description, firstComment, cover, time }, at);
    else {
      this.refuseText(format, description, firstComment, at);
      this.refuseCover(format, cover);
    }
    const text = format.fleeting ? null : (description.value ?? null);
    return {
      accountId,
      format,
      title: this.title(common.title, text),
      description: text,
      firstComment: format.fleeting ? null : (firstComment.value ?? null),
      link: common.link ?? null,
      cover: format.fleeting ? null : (cover.value ?? null),
      time: time.value ?? null,
    };
  }

  private format(name: unknown, network: NetworkName, at: string): PostFormat | undefined {
    const format = formatNamed(network, name);
    const field = `${at}.format`;
    if (!format) {
      const wanted = typeof name === 'string' && /^\w{1,16}$/.test(name) ? ` ${name}` : ' of that name';
      this.refusals.add(field, `${ACCOUNT_NAMES[network]} has no format${wanted}.`);
      return undefined;
    }
    const broken =
      this.facts && violationOf({ network, format: format.name }, this.facts, this.known.maxVideoBytes);
    const file = broken?.file === undefined ? undefined : this.files[broken.file];
    if (broken) this.refusals.add(field, file ? `${file.medium.name}: ${broken.message}` : broken.message);
    return format;
  }

  private refuseText(
    { network, media }: PostFormat,
    description: Given<string | null>,
    firstComment: Given<string | null>,
    at: string,
  ): void {
    if (media === 'none' && description.value === null)
      this.refusals.add(`${at}.description`, 'A text post needs a text.');
    const tooMuch = description.value ? textViolation(network, description.value) : undefined;
    if (tooMuch !== undefined) this.refusals.add(description.field, tooMuch);
    const tooLong = firstComment.value ? commentViolation(network, firstComment.value) : undefined;
    if (tooLong !== undefined) this.refusals.add(firstComment.field, tooLong);
  }

  private refuseCover(format: PostFormat, cover: Given<WantedCover | null>): void {
    if (!cover.value) return;
    const film = this.files[0]?.medium;
    const sentence =
      format.media === 'video'
        ? film && coverViolation(cover.value, film.duration_ms)
        : 'Only reels and videos have a cover.';
    if (sentence !== undefined) this.refusals.add(cover.field, sentence);
  }

  /** It ignores what is meant for all; what is meant for it alone is a mistake. */
  private refuseStory(
    {
      description,
      firstComment,
      cover,
      time,
    }: Record<'description' | 'firstComment', Given<string | null>> & {
      cover: Given<WantedCover | null>;
      time: Given<number | null>;
    },
    at: string,
  ): void {
    for (const [given, noun] of [
      [description, 'text'],
      [firstComment, 'first comment'],
      [cover, 'cover'],
    ] as const)
      if (given.isOwn && given.value) this.refusals.add(given.field, `A story has no ${noun}.`);
    if (time.value === null && this.draft === 0) this.refusals.add(`${at}.scheduled_for`, STORY_NEEDS_TIME);
  }

  private title(given: string | null, text: string | null): string {
    const first = [...(text ?? '').slice(0, 2 * TITLE_FROM_TEXT)].slice(0, TITLE_FROM_TEXT).join('');
    const medium = this.files[0]?.medium;
    if (!medium || isShared(medium)) return titleOf(given ?? medium?.name ?? first, '');
    return titleOf(given ?? undefined, medium.name);
  }

  /** Undefined: one of them is refused. */
  private readFiles(): WantedFile[] | undefined {
    const given = this.body.media ?? [];
    if (!Array.isArray(given) || given.length > MOST_FILES) {
      this.refusals.add('media', `media is a list of at most ${MOST_FILES} files.`);
      return undefined;
    }
    const files = given.map((value, n) => readFile(value, `media[${n}]`, this.known, this.refusals));
    if (!files.every((file) => file !== undefined)) return undefined;
    const mixed = sharedViolation(files);
    if (mixed === undefined) return files;
    this.refusals.add('media', mixed);
    return undefined;
  }

  private readDraft(): 0 | 1 {
    const { draft = 0 } = this.body;
    if (draft === 0 || draft === 1) return draft;
    this.refusals.add('draft', 'draft is 0 or 1.');
    return 0;
  }

  private readonly text: Read<string | null> = (value, field) => readText(value, field, this.refusals);

  private readonly cover: Read<WantedCover | null> = (value, field) =>
    readCover(value, field, this.known, this.refusals);

  private readonly time: Read<number | null> = (value, field) =>
    value === undefined
      ? null
      : this.refusals.taken(field, () => readNewTime(value, this.known.timezone, this.known.now, field));
}

interface Common {
  title: string | null;
  description: string | null | undefined;
  firstComment: string | null | undefined;
  link: string | null | undefined;
  cover: WantedCover | null | undefined;
  time: number | null | undefined;
}

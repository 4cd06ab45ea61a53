import type { FormatName } from '../../../../backend/publishing/formats/formats';
import { scheduleTime } from '../../zone';
import type { Account, Network } from '../accounts/account';
import type { FileOfPost, NewPosts } from './calls';
import type { ChosenFile } from './chosenFile';
import { choicesOf, chosenFormat, hasCover, isFleeting, unfitReason } from './fitting';
import { TEXTS } from './texts';
import type { Cover, Target, UnsentPost } from './unsentPost';

/** What a button does with the post. */
export type Way = 'draft' | 'queue' | 'schedule' | 'now';

/** A target with what it becomes. */
export interface FittingTarget extends Target {
  account: Pick<Account, 'network' | 'name' | 'remote_id' | 'picture_path'>;
  network: Network;
  /** Null: without a file, nothing. */
  format: FormatName | null;
}

/** The chosen accounts that can get the files, in the order of the accounts. */
export function fittingTargets(
  { targets }: Pick<UnsentPost, 'targets'>,
  files: readonly ChosenFile[],
  accounts: readonly Account[],
): FittingTarget[] {
  return accounts.flatMap((account) => {
    const target = targets.find(({ accountId }) => accountId === account.id);
    const { network } = account;
    if (!target || unfitReason(network, files) !== null) return [];
    return [{ ...target, account, network, format: chosenFormat(target.format, choicesOf(network, files)) }];
  });
}

/** A field of the screen: 'text', 'time 4', 'alt k1'. */
export type Place = string;

/** What is wrong that the server need not be asked about. */
export function missing(
  post: UnsentPost,
  files: readonly ChosenFile[],
  accounts: readonly Account[],
  way: Way,
): Record<Place, string> {
  const wrong: Record<Place, string> = {};
  const targets = fittingTargets(post, files, accounts);
  const [unfit] = Object.values(unfitFiles(post, files, accounts));
  if (unfit !== undefined) wrong.unfit = unfit;
  else if (targets.length === 0) wrong.accounts = TEXTS.chooseAccount;
  for (const { accountId, network, format } of targets)
    if (format === null) wrong[`format ${accountId}`] = TEXTS.needsFile(network);
  const isText = targets.some((target) => target.format === 'text' && !(target.text ?? post.text).trim());
  if (isText || (files.length === 0 && targets.length === 0 && !post.text.trim()))
    wrong.text = TEXTS.textOrFile;
  if (way === 'schedule')
    for (const { accountId, time } of targets) {
      const at = time ?? post.time;
      if (at === '') wrong[time === null ? 'time' : `time ${accountId}`] = TEXTS.chooseTime;
    }
  if (files.some(isMissing)) wrong.files = TEXTS.removeMissing(files.some(mayBeTried));
  return wrong;
}

/** The post cannot be sent with such a file. */
export const isMissing = ({ state }: ChosenFile): boolean =>
  mayBeTried({ state }) || state === 'refused' || state === 'lost';

export const mayBeTried = ({ state }: Pick<ChosenFile, 'state'>): boolean => state === 'failed';

/** The same before the files are read, while they may turn out either way. */
export function alreadyMissing(
  post: UnsentPost,
  files: readonly ChosenFile[],
  accounts: readonly Account[],
  way: Way,
): Record<Place, string> {
  const wrong = missing(post, files, accounts, way);
  if (files.every(({ state }) => state !== 'looking')) return wrong;
  return wrong.accounts === undefined ? {} : { accounts: wrong.accounts };
}

/** Accounts are chosen, and none of them can get the files: what is said of each file that is at fault, or of all. */
export function unfitFiles(
  post: Pick<UnsentPost, 'targets'>,
  files: readonly ChosenFile[],
  accounts: readonly Account[],
): Record<Place, string> {
  const chosen = accounts.filter(({ id }) => post.targets.some(({ accountId }) => accountId === id));
  const fitNone = (some: readonly Account[], of: readonly ChosenFile[]) =>
    some.every(({ network }) => unfitReason(network, of) !== null);
  if (chosen.length === 0 || !fitNone(chosen, files)) return {};
  const isOfAll = fitNone(accounts, files);
  const guilty = files.filter((file) => fitNone(chosen, [file]));
  if (guilty.length === 0) return { files: isOfAll ? TEXTS.togetherFitNone : TEXTS.togetherFitNoneChosen };
  const sentence = isOfAll ? TEXTS.fitsNone : TEXTS.fitsNoneChosen;
  return Object.fromEntries(guilty.map(({ key, name }) => [`file ${key}`, sentence(name)]));
}

/** The call that makes the posts. @param frameId of the upload that shows the chosen frame, if it is needed */
export function bodyOf(
  post: UnsentPost,
  files: readonly ChosenFile[],
  targets: readonly FittingTarget[],
  way: Way,
  frameId: string | null = null,
): NewPosts {
  const keepsTimes = way === 'schedule' || way === 'draft';
  return {
    targets: targets.map(({ accountId, network, format, text, time }) => ({
      account_id: accountId,
      format: format ?? 'text',
      ...(text !== null && format && !isFleeting(network, format) && { description: text.trim() || null }),
      ...(time !== null && keepsTimes && { scheduled_for: time ? scheduleTime(time) : null }),
      ...(format && hasCover(network, format) && coverOf(post.cover, network, frameId)),
    })),
    media: files.flatMap(fileIn),
    description: post.text.trim() || null,
    first_comment: post.firstComment.trim() || null,
    link: (files.length === 0 && post.link.trim()) || null,
    scheduled_for: timeOf(post, way),
    draft: way === 'draft' ? 1 : 0,
  };
}

/** Equal as long as the same post is sent in the same way. A chosen frame is named by its moment. */
export function contentOf(
  post: UnsentPost,
  files: readonly ChosenFile[],
  targets: readonly FittingTarget[],
  way: Way,
): string {
  const frame = needsFrame(post.cover, targets) ? post.cover.atMs : null;
  return JSON.stringify([bodyOf(post, files, targets, way), frame]);
}

/** A file as the calls name it; none before the server has it. */
export function fileIn({
  mediumId,
  state,
  isUnnamed,
  sharedVideoId,
  altText,
  isFilm,
}: ChosenFile): FileOfPost[] {
  const alt_text = (!isFilm && altText.trim()) || null;
  if (sharedVideoId !== null) return [{ shared_video_id: sharedVideoId }];
  if (isUnnamed) return [{ alt_text }];
  return mediumId !== null && state === 'ready' ? [{ media_id: mediumId, alt_text }] : [];
}

/** Facebook takes a picture as a cover and no moment of the film, so it gets the picture of that moment. */
export const needsFrame = (
  cover: Cover | null,
  targets: readonly FittingTarget[],
): cover is { atMs: number } =>
  cover !== null &&
  'atMs' in cover &&
  targets.some(({ network, format }) => network === 'facebook' && format && hasCover(network, format));

export function coverOf(cover: Cover | null, network: Network, frameId: string | null) {
  if (!cover) return undefined;
  if (!('atMs' in cover)) return { cover: { media_id: cover.mediumId } };
  if (network !== 'facebook') return { cover: { at_ms: cover.atMs } };
  return frameId === null ? undefined : { cover: { media_id: frameId } };
}

function timeOf({ time }: UnsentPost, way: Way): string | null {
  if (way === 'now') return 'now';
  return way !== 'queue' && time ? scheduleTime(time) : null;
}

const OF_TARGET: Record<string, string> = {
  account_id: 'account',
  format: 'format',
  description: 'text',
  scheduled_for: 'time',
};

const COMMON: Record<string, Place> = {
  title: 'title',
  description: 'text',
  first_comment: 'comment',
  link: 'link',
  cover: 'cover',
  scheduled_for: 'time',
  targets: 'accounts',
  media: 'files',
};

/** Where each sentence of the server belongs; those without a field of their own are under ''. */
export function placesOf(
  errors: Record<string, string[]>,
  targets: readonly FittingTarget[],
  files: readonly ChosenFile[],
): Record<Place, string> {
  const found: Record<Place, string> = {};
  for (const [key, [sentence]] of Object.entries(errors))
    if (sentence) found[placeOf(key, targets, files)] ??= sentence;
  return found;
}

function placeOf(key: string, targets: readonly FittingTarget[], files: readonly ChosenFile[]): Place {
  const target = /^targets\[(\d+)\]\.(\w+)/.exec(key);
  if (target) {
    const of = targets[Number(target[1])];
    const field = target[2] ?? '';
    if (!of) return '';
    if (field === 'description' && of.text === null) return 'text';
    if (field === 'scheduled_for' && of.time === null) return 'time';
    return OF_TARGET[field] ? `${OF_TARGET[field]} ${of.accountId}` : (COMMON[field] ?? '');
  }
  const file = /^media\[(\d+)\](\.alt_text)?$/.exec(key);
  if (file) {
    const of = files[Number(file[1])];
    return of ? `${file[2] ? 'alt' : 'file'} ${of.key}` : 'files';
  }
  return COMMON[key] ?? '';
}

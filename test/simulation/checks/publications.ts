import { granted, inForce, type Asked, type Item, type Knowledge, type Person } from '../knowledge';
import type { Publication } from '../meta';
import { instagramId } from '../pages';
import type { Intent } from '../intents';
import { attachments } from './attachments';
import type { Simulation } from '../simulation';
import { pageId } from '../weather';

export const isOnInstagram = ({ kind }: Pick<Publication, 'kind'>): boolean => kind.startsWith('ig_');

const STORIES: Publication['kind'][] = ['story', 'ig_story'];

/** What a clock may be wrong by without anybody being told. */
const ALLOWED_EARLY_MS = 2_500;

/** Judges everything that became public, by what its owner was told before. */
export function publications(simulation: Simulation): void {
  const { meta, intents, knowledge } = simulation;
  const seen = new Map<number, Publication>();
  for (const publication of meta.publications) {
    const intent = intents.of(publication, meta.publications);
    if (!intent) {
      simulation.report(`no intent: ${told(publication)} was sent without a record of it`);
      continue;
    }
    const { post } = intent;
    const earlier = seen.get(post.id);
    if (earlier)
      simulation.report(`twice: post ${post.id} is public as ${told(earlier)} and as ${told(publication)}`);
    seen.set(post.id, earlier ?? publication);
    const person = knowledge.people.find(({ userId }) => userId === post.user_id);
    if (person) onItsAccount(simulation, publication, intent, person);
    const item = itemOf(knowledge, publication, post.id);
    if (item) asAsked(simulation, publication, intent, item);
    else if (post.shared_video_id === null && !post.title.startsWith('Shared'))
      simulation.report(`wrong bytes: post ${post.id} is public as ${told(publication)}`);
  }
}

/** The item with these bytes; a text has none. Those of one upload differ only by their posts. */
export function itemOf(
  { items, people }: Knowledge,
  publication: Publication,
  postId: number,
): Item | undefined {
  const { bytesSha256, caption, account } = publication;
  const found = [...items.values()].filter(({ bytes }) => bytes.some(({ value }) => value === bytesSha256));
  const isText = bytesSha256 === '';
  const says = ({ words }: Item) => words.some(({ value }) => value.description === caption);
  // Of those whose owner was told no post.
  const untold = found.filter(
    (item) => item.postId === undefined && mayBecome(item, publication) && (!isText || says(item)),
  );
  return (
    found.find((item) => item.postId === postId) ??
    // Its account may have been edited, or removed: those of one request may have come to another one's.
    untold.find((item) => says(item) && mayGoTo(people[item.user], item, publication)) ??
    untold.find(({ isFor }) => isFor.includes(account)) ??
    untold[0] ??
    (isText ? undefined : found[0])
  );
}

/** Of the posts of one request some are stories and some are not, and each is for its network. */
function mayBecome({ format }: Item, { kind }: Publication): boolean {
  const isOnThatNetwork = (format.network === 'instagram') === isOnInstagram({ kind });
  return isOnThatNetwork && (format.name === 'story') === STORIES.includes(kind);
}

const told = ({ kind, remoteId, account, at }: Publication) =>
  `${kind} ${remoteId} on ${account} at ${at.toISOString()}`;

/** What may have been connected then. */
export function connectedAt(person: Person, isInstagram: boolean, instant: number): string[] {
  const { accounts, added } = person;
  const asked = [...accounts, ...added].filter(
    ({ sentAt, result }) => sentAt <= instant && result !== 'refused',
  );
  // Beside others, an account stays connected when another one becomes the default.
  const hasSeveral = added.some(({ sentAt }) => sentAt <= instant);
  return (hasSeveral ? asked.map(({ value }) => value) : inForce(accounts, instant)).flatMap(
    ({ page, instagram }) => {
      if (page === null || (isInstagram && !instagram)) return [];
      return isInstagram ? instagramId(page) : pageId(page);
    },
  );
}

function onItsAccount(
  simulation: Simulation,
  publication: Publication,
  intent: Intent,
  person: Person,
): void {
  const { deletions, userId } = person;
  const at = publication.at.getTime();
  const accountsAt = (instant: number) => connectedAt(person, isOnInstagram(publication), instant);
  const what = `post ${intent.post.id} of user ${userId} as ${told(publication)}`;
  if (!accountsAt(intent.at).includes(publication.account))
    simulation.report(
      `wrong account: ${what}, but ${accountsAt(intent.at).join(' or ') || 'nothing'} was connected`,
    );
  else if (accountsAt(at).length === 0) simulation.report(`after disconnecting: ${what}`);
  if (granted(deletions, at)) simulation.report(`after the user was deleted: ${what}`);
  if (wasRemoved(person, publication.account, at))
    simulation.report(`after its account was removed: ${what}`);
}

/** Whether the account was certainly removed before, and nobody connected any since. */
export function wasRemoved({ removals, accounts, added }: Person, account: string, at: number): boolean {
  return removals.some(
    ({ value, result, sentAt, endedAt }) =>
      result === 'granted' &&
      value.remoteId === account &&
      endedAt <= at &&
      ![...accounts, ...added].some((other) => other.result !== 'refused' && other.endedAt >= sentAt),
  );
}

/**
 * Whether an item may have gone there that was uploaded for named accounts. A change of the default takes none along; the
 * settings edit a default account in place, and what is removed may leave its items to any other.
 */
function mayGoTo(person: Person | undefined, item: Item, { kind, account, at }: Publication): boolean {
  const { isFor, uploaded } = item;
  if (!person || isFor.length === 0 || isFor.includes(account)) return true;
  const isSince = ({ result, sentAt, endedAt }: Asked<unknown>) =>
    result !== 'refused' && endedAt >= uploaded.sentAt && sentAt <= at.getTime();
  const edited = person.accounts.filter(isSince).flatMap(({ value: { page } }) => page ?? []);
  const remoteIds = edited.map((page) => (isOnInstagram({ kind }) ? instagramId(page) : pageId(page)));
  return person.stirred.some(isSince) || remoteIds.includes(account);
}

function asAsked(simulation: Simulation, publication: Publication, intent: Intent, item: Item): void {
  const { post } = intent;
  const at = publication.at.getTime();
  const what = `item #${item.id} (post ${post.id}) as ${told(publication)}`;
  if (item.postId !== undefined && item.postId !== post.id) simulation.report(`wrong bytes: ${what}`);
  if (!inForce(item.bytes, intent.at).includes(publication.bytesSha256))
    simulation.report(`wrong bytes: ${what} is of another file`);
  if (!inForce(item.drafts, intent.at).includes(false)) simulation.report(`draft: ${what} was held back`);
  if (granted(item.deletions, at)) simulation.report(`after it was deleted: ${what}`);
  const person = simulation.knowledge.people[item.user];
  if (!mayGoTo(person, item, publication))
    simulation.report(`wrong account: ${what}, but it is for ${item.isFor.join(' and ')}`);
  const wordings = inForce(item.words, intent.at);
  const texts = STORIES.includes(publication.kind)
    ? ['']
    : wordings.flatMap(({ title, description }) =>
        description === null ? [title, ...(person?.captions ?? [])] : [description],
      );
  if (!texts.includes(publication.caption))
    simulation.report(`wrong words: ${what} says '${publication.caption}', not ${texts.join(' or ')}`);
  const hasTitle = publication.kind === 'reel' || publication.kind === 'video';
  if (hasTitle && !wordings.some(({ title }) => title === publication.title))
    simulation.report(`wrong words: ${what} is headed '${publication.title}'`);
  attachments(simulation, publication, intent.at, item);
  const earliest = Math.min(...inForce(item.times, intent.at));
  if (at < earliest - ALLOWED_EARLY_MS)
    simulation.report(`early: ${what}, ${earliest - at} ms before its time`);
}

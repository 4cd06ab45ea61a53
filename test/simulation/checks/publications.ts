import { granted, inForce, type Item, type Person } from '../knowledge';
import type { Publication } from '../meta';
import { instagramId } from '../pages';
import type { Intent } from '../intents';
import type { Simulation } from '../simulation';
import { pageId } from '../weather';

/** What a clock may be wrong by without anybody being told. */
const ALLOWED_EARLY_MS = 2_500;

/** Judges everything that became public, by what its owner was told before. */
export function publications(simulation: Simulation): void {
  const { meta, intents, knowledge } = simulation;
  const seen = new Map<number, Publication>();
  for (const publication of meta.publications) {
    const intent = intents.get(publication.remoteId);
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
    const item = [...knowledge.items.values()].find(({ bytes }) =>
      bytes.some(({ value }) => value === publication.bytesSha256),
    );
    if (item) asAsked(simulation, publication, intent, item);
    else if (post.shared_video_id === null && !post.title.startsWith('Shared'))
      simulation.report(`wrong bytes: post ${post.id} is public as ${told(publication)}`);
  }
}

const told = ({ kind, remoteId, account, at }: Publication) =>
  `${kind} ${remoteId} on ${account} at ${at.toISOString()}`;

function onItsAccount(
  simulation: Simulation,
  publication: Publication,
  intent: Intent,
  person: Person,
): void {
  const { accounts, deletions, userId } = person;
  const at = publication.at.getTime();
  const isInstagram = publication.kind === 'ig_reel';
  const accountsAt = (instant: number) =>
    inForce(accounts, instant).flatMap(({ page, instagram }) => {
      if (page === null || (isInstagram && !instagram)) return [];
      return isInstagram ? instagramId(page) : pageId(page);
    });
  const what = `post ${intent.post.id} of user ${userId} as ${told(publication)}`;
  if (!accountsAt(intent.at).includes(publication.account))
    simulation.report(
      `wrong account: ${what}, but ${accountsAt(intent.at).join(' or ') || 'nothing'} was connected`,
    );
  else if (accountsAt(at).length === 0) simulation.report(`after disconnecting: ${what}`);
  if (granted(deletions, at)) simulation.report(`after the user was deleted: ${what}`);
}

function asAsked(simulation: Simulation, publication: Publication, intent: Intent, item: Item): void {
  const { post } = intent;
  const at = publication.at.getTime();
  const what = `item #${item.id} (post ${post.id}) as ${told(publication)}`;
  if (item.postId !== undefined && item.postId !== post.id) simulation.report(`wrong bytes: ${what}`);
  if (!inForce(item.bytes, intent.at).includes(publication.bytesSha256))
    simulation.report(`wrong bytes: ${what} is of another file`);
  if (granted(item.deletions, at)) simulation.report(`after it was deleted: ${what}`);
  const person = simulation.knowledge.people[item.user];
  const wordings = inForce(item.words, intent.at);
  const texts = wordings.flatMap(({ title, description }) =>
    description === null ? [title, ...(person?.captions ?? [])] : [description],
  );
  if (!texts.includes(publication.caption))
    simulation.report(`wrong words: ${what} says '${publication.caption}', not ${texts.join(' or ')}`);
  const hasTitle = publication.kind === 'reel' || publication.kind === 'video';
  if (hasTitle && !wordings.some(({ title }) => title === publication.title))
    simulation.report(`wrong words: ${what} is headed '${publication.title}'`);
  const earliest = Math.min(...inForce(item.times, intent.at));
  if (at < earliest - ALLOWED_EARLY_MS)
    simulation.report(`early: ${what}, ${earliest - at} ms before its time`);
}

import { granted, inForce, type Person } from '../knowledge';
import type { PublicComment, Publication } from '../meta';
import type { Intent } from '../intents';
import type { Simulation } from '../simulation';
import { connectedAt, isOnInstagram, itemOf, wasRemoved } from './publications';

/** The words that say that nobody knows whether the comment is there. */
const MAY_BE_THERE = /may have been posted all the same/;

interface Found {
  publication: Publication;
  intent: Intent;
}

/** Judges each public comment by what its owner was told before. */
export function comments(simulation: Simulation): void {
  const { meta, knowledge } = simulation;
  const seen = new Set<number>();
  for (const comment of meta.comments) {
    const what = `'${comment.message}' under ${comment.objectId}`;
    const found = postUnder(simulation, comment);
    if (!found) {
      simulation.report(`comment elsewhere: ${what} is under nothing that was published`);
      continue;
    }
    const { publication, intent } = found;
    const { post } = intent;
    if (seen.has(post.id)) simulation.report(`commented twice: post ${post.id}, again with ${what}`);
    seen.add(post.id);
    const meant = simulation.intents.ofComment(post.id, comment.sentAt);
    if (meant === undefined) simulation.report(`comment without intent: post ${post.id}, ${what}`);
    const item = itemOf(knowledge, publication, post.id);
    const wanted = item && inForce(item.comments, intent.at);
    if (wanted && !wanted.includes(comment.message))
      simulation.report(`wrong comment: post ${post.id} has ${what}, not ${wanted.join(' or ')}`);
    const person = knowledge.people.find(({ userId }) => userId === post.user_id);
    if (person) whileConnected(simulation, publication, person, { what, sentAt: comment.sentAt });
  }
}

/** The post that the comment is under. Of two that Instagram cannot tell apart, the one that it was meant for. */
function postUnder(simulation: Simulation, { objectId, message, sentAt }: PublicComment): Found | undefined {
  const { meta, intents, knowledge } = simulation;
  const found = meta.publications
    .filter((each) => each.objectId === objectId || each.objectId.endsWith(`_${objectId}`))
    .flatMap((publication) => [publication, ...overtaken(simulation, publication)])
    .flatMap((publication): Found[] => {
      const intent = intents.of(publication, meta.publications);
      return intent ? [{ publication, intent }] : [];
    });
  const isMeant = ({ publication, intent: { at, post } }: Found) => {
    const item = itemOf(knowledge, publication, post.id);
    const isMeantThen = intents.ofComment(post.id, sentAt) !== undefined;
    return isMeantThen && (!item || inForce(item.comments, at).includes(message));
  };
  return found.find(isMeant) ?? found[0];
}

/**
 * Those that look the same as this one and went public in the other order than they were sent in. Instagram lists media
 * with their words and times only, so that nobody can tell which is which if both answers were lost.
 */
function overtaken({ meta, intents }: Simulation, publication: Publication): Publication[] {
  const sentAt = (each: Publication) => intents.of(each, meta.publications)?.at ?? each.at.getTime();
  return meta.publications.filter(
    (each) =>
      isOnInstagram(each) &&
      each.kind === publication.kind &&
      each.account === publication.account &&
      each.caption === publication.caption &&
      (each.at.getTime() - publication.at.getTime()) * (sentAt(each) - sentAt(publication)) < 0,
  );
}

/** Nothing is sent once the removal is acknowledged. */
function whileConnected(
  simulation: Simulation,
  publication: Publication,
  person: Person,
  { what, sentAt }: { what: string; sentAt: number },
): void {
  const { account } = publication;
  const isConnected = connectedAt(person, isOnInstagram(publication), sentAt).includes(account);
  if (!isConnected || wasRemoved(person, account, sentAt))
    simulation.report(`comment after disconnecting: ${what} of ${account}`);
  if (granted(person.deletions, sentAt)) simulation.report(`comment after the user was deleted: ${what}`);
}

interface Row {
  id: number;
  status: string;
  first_comment: string | null;
  first_comment_status: string | null;
  first_comment_error: string | null;
  first_comment_due_at: number | null;
  connected: number;
  paused_reason: string | null;
  resumes_at: number | null;
}

const rowsOf = ({ tables }: Simulation): Row[] =>
  tables.all<Row>(
    `SELECT p.id, p.status, p.first_comment, p.first_comment_status, p.first_comment_error, p.first_comment_due_at,
            a.id IS NOT NULL AND a.removed_at = 0 AS connected, a.paused_reason, a.resumes_at
       FROM posts p LEFT JOIN accounts a ON a.id = p.account_id
      WHERE p.first_comment IS NOT NULL OR p.first_comment_status IS NOT NULL`,
  );

/** Whether it is still to come by itself. While its account is paused, it is not. */
const isUnderWay = (row: Row): boolean =>
  row.first_comment_status === 'waiting' &&
  !(row.connected && row.paused_reason !== null && row.resumes_at === null);

export const hasCommentsUnderWay = (simulation: Simulation): boolean => rowsOf(simulation).some(isUnderWay);

/** Every comment has ended, or waits for a reason, and what its row says is what is public. */
export function endsOfComments(simulation: Simulation): void {
  const found = simulation.meta.comments.map((comment) => postUnder(simulation, comment)?.intent.post.id);
  for (const row of rowsOf(simulation)) {
    const { first_comment_status: status, first_comment_error: error } = row;
    const isThere = found.includes(row.id);
    const what = `post ${row.id}, comment ${status}`;
    if (status !== null && row.status !== 'published')
      simulation.report(`comment changed its post: ${what} is ${row.status}`);
    if (status === null && row.status === 'published') simulation.report(`comment forgotten: ${what}`);
    if (isUnderWay(row)) simulation.report(`comment without end: ${what}`);
    if (status === 'waiting' && row.first_comment_due_at === null)
      simulation.report(`comment without end: ${what} is never due`);
    if (status === 'posted' && !isThere) simulation.report(`comment not there: ${what}`);
    if (status === 'failed' && !/[.!?)]$/.test(error ?? ''))
      simulation.report(`comment without sentence: ${what} says '${String(error)}'`);
    if (status === 'failed' && isThere && !MAY_BE_THERE.test(error ?? ''))
      simulation.report(`comment there all the same: ${what} says '${String(error)}'`);
  }
}

import type { CommentJob } from '../first-comment';
import type { NetworkName } from '../network';
import { cursorAfter } from './cursors';
import type { Answer, GraphClient } from './graph-client';
import { asObject, textOf } from './json';
import { sameWords } from './same-words';

export type CommentSighting =
  | { kind: 'there'; remoteId?: string }
  | { kind: 'absent' }
  /** `failure`: the answer that did not tell. */
  | { kind: 'unreadable'; reason: string; failure?: Exclude<Answer, { kind: 'ok' }> };

const COMMENTS_AT_ONCE = 100;
const MOST_PAGES = 20;

const FIELDS: Record<NetworkName, string> = {
  facebook: 'id,message,from',
  instagram: 'id,text,username,timestamp',
};

const NO_LIST = 'The network gave no list of comments.';
const TOO_MANY = 'The post has too many comments to find this one among them.';

/** Looks for the account's own comment of these words under the post. */
export async function findOwnComment(
  graph: GraphClient,
  network: NetworkName,
  { credentials, postId, text, signal }: CommentJob,
): Promise<CommentSighting> {
  let after: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const query = { fields: FIELDS[network], limit: COMMENTS_AT_ONCE, after };
    const answer = await graph.get(`${postId}/comments`, credentials.token, query, signal);
    if (answer.kind !== 'ok') return unreadable(answer);
    // Only a list can show that the comment is absent.
    if (!Array.isArray(answer.json.data)) return { kind: 'unreadable', reason: NO_LIST };
    const alike = (answer.json.data as unknown[])
      .map((each) => asObject(each) ?? {})
      .filter((comment) => sameWords(comment.message ?? comment.text, text));
    const own =
      alike.length === 0 ? undefined : await ownAmong(graph, network, alike, { credentials, signal });
    if (own) return own;
    const paging = asObject(answer.json.paging) ?? {};
    if (paging.next === undefined) return { kind: 'absent' };
    after = cursorAfter(paging);
    // More follows that cannot be asked for.
    if (after === undefined) break;
  }
  return { kind: 'unreadable', reason: TOO_MANY };
}

/** A comment whose author is not told counts as our own: it must not be repeated. */
async function ownAmong(
  graph: GraphClient,
  network: NetworkName,
  comments: Record<string, unknown>[],
  { credentials: { accountId, token }, signal }: Pick<CommentJob, 'credentials' | 'signal'>,
): Promise<CommentSighting | undefined> {
  const authorOf = (comment: Record<string, unknown>) =>
    network === 'facebook' ? textOf(asObject(comment.from)?.id) : textOf(comment.username);
  let us: string | undefined = accountId;
  if (network === 'instagram') {
    // The name may have changed since the account was connected.
    const answer = await graph.get(accountId, token, { fields: 'username' }, signal);
    if (answer.kind !== 'ok') return unreadable(answer);
    us = textOf(answer.json.username);
  }
  const own = comments.find((comment) => us === undefined || (authorOf(comment) ?? us) === us);
  return own && { kind: 'there', remoteId: textOf(own.id) };
}

const unreadable = (failure: Exclude<Answer, { kind: 'ok' }>): CommentSighting => ({
  kind: 'unreadable',
  reason: failure.reason,
  failure,
});

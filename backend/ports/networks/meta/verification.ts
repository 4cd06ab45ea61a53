import type { Access, Verification } from '../network';
import type { Answer, GraphClient } from './graph-client';
import { textOf } from './json';
import {
  isPassing,
  managedPages,
  readInstagram,
  type InstagramAccount,
  type ManagedPage,
} from './managed-pages';
import { isRefusedToken, refused, undecided, withCodes, type Refusal } from './refusal';
import { missingPermissions, readTokenFacts, type TokenFacts } from './token-facts';

/** Time limit for all questions about one token together. */
export const ASKING_MS = 30_000;

/** At `oauth/access_token` this number, elsewhere a passing error, may mean the app's secret. */
const WRONG_SECRET = 1;
const SECRET_IS_WRONG =
  'No token can be checked: META_APP_SECRET is not the secret of the app. Tell the administrator.';

interface Page {
  id: string;
  name: string;
  token: string;
  /** The Instagram account that the network named: `null` if it knows none, undefined if it was not asked. */
  instagram?: InstagramAccount | null;
}

/** Asks Meta whether a token is good for a Page. A user's token is exchanged for the Page's own. */
export async function verifyWithMeta(graph: GraphClient, access: Access): Promise<Verification> {
  const signal = AbortSignal.timeout(ASKING_MS);
  const token = access.isNew ? await longLived(graph, access.token, signal) : access.token;
  if (typeof token !== 'string') return token;
  const page = await findPage(graph, token, access.pageId, signal);
  if ('kind' in page) return page;
  const instagram = access.instagramId ? await findInstagram(graph, page, access.instagramId, signal) : null;
  if (instagram && 'kind' in instagram) return instagram;
  const facts = await factsOf(graph, page.token, token, signal);
  return {
    kind: 'good',
    given: token,
    page: { id: page.id, name: page.name, token: page.token },
    instagram,
    personId: facts.personId,
    expiresAt: facts.expiresAt,
    dataAccessExpiresAt: facts.dataAccessExpiresAt,
    missing: {
      facebook: missingPermissions(facts, 'facebook', [page.id]),
      instagram: instagram ? missingPermissions(facts, 'instagram', [page.id, instagram.id]) : null,
    },
    granted: facts.grants && [...facts.grants.keys()],
  };
}

/**
 * Exchanges a user's token for one that lives 60 days and yields Page tokens that do not expire. A token that the app
 * may not exchange is verified unchanged.
 */
async function longLived(graph: GraphClient, token: string, signal: AbortSignal): Promise<string | Refusal> {
  const answer = await graph.exchange(token, signal);
  if (answer === undefined) return token;
  if (answer.kind === 'error' && answer.code === WRONG_SECRET && /secret/i.test(answer.reason))
    return refused('access_token', SECRET_IS_WRONG);
  if (answer.kind === 'lost' || isPassing(answer)) return undecided(answer);
  return (answer.kind === 'ok' && textOf(answer.json.access_token)) || token;
}

/** The expiry is the Page token's. The grants may be reported only for the user's token. */
async function factsOf(
  graph: GraphClient,
  token: string,
  userToken: string,
  signal: AbortSignal,
): Promise<TokenFacts> {
  const facts = await readTokenFacts(graph, token, signal);
  if (facts.grants || token === userToken) return facts;
  const { grants, dataAccessExpiresAt } = await readTokenFacts(graph, userToken, signal);
  return { dataAccessExpiresAt, ...facts, grants };
}

async function findPage(
  graph: GraphClient,
  token: string,
  pageId: string,
  signal: AbortSignal,
): Promise<Page | Refusal> {
  const me = await graph.get('me', token, { fields: 'id,name' }, signal);
  if (isRefusedToken(me)) return refused('access_token', withCodes(me));
  if (me.kind === 'lost' || isPassing(me)) return undecided(me);
  if (me.kind === 'ok' && textOf(me.json.id) === pageId)
    return { id: pageId, name: textOf(me.json.name) ?? pageId, token };
  if (me.kind === 'ok') {
    const pages = await managedPages(graph, token, { enough: ({ id }) => id === pageId, signal });
    if (Array.isArray(pages)) return pageAmong(pages, pageId) ?? readUnlisted(graph, token, pageId, signal);
    if (pages.kind === 'lost' || isPassing(pages)) return undecided(pages);
  }
  return readPage(graph, { token, pageId, me }, signal);
}

function pageAmong(pages: ManagedPage[], pageId: string): Page | Refusal | undefined {
  const page = pages.find(({ id }) => id === pageId);
  if (!page) return undefined;
  if (!page.token || !page.mayPost)
    return refused('access_token', `This token may not create posts on the page ${pageId}.`);
  return { ...page, token: page.token };
}

/** A Page of a business may not be in the list. To who manages it, the Page tells its own token. */
async function readUnlisted(
  graph: GraphClient,
  token: string,
  pageId: string,
  signal: AbortSignal,
): Promise<Page | Refusal> {
  const answer = await graph.get(pageId, token, { fields: 'id,name,access_token' }, signal);
  if (answer.kind === 'lost' || isPassing(answer)) return undecided(answer);
  const own = answer.kind === 'ok' && textOf(answer.json.id) === pageId && textOf(answer.json.access_token);
  if (own) return { id: pageId, name: textOf(answer.json.name) ?? pageId, token: own };
  return refused('page_id', `This token does not manage the page ${pageId}.`);
}

/** Asks the Page itself if `/me` does not say whose token it is, or if there is no list of Pages. */
async function readPage(
  graph: GraphClient,
  { token, pageId, me }: { token: string; pageId: string; me: Answer },
  signal: AbortSignal,
): Promise<Page | Refusal> {
  const answer = await graph.get(pageId, token, { fields: 'id,name,access_token' }, signal);
  if (isRefusedToken(answer)) return refused('access_token', withCodes(answer));
  if (answer.kind === 'lost' || isPassing(answer)) return undecided(answer);
  const whose = me.kind === 'ok' ? (textOf(me.json.name) ?? textOf(me.json.id)) : undefined;
  if (answer.kind === 'ok') {
    const own = textOf(answer.json.access_token);
    const name = textOf(answer.json.name) ?? pageId;
    if (textOf(answer.json.id) === pageId && (own || !whose))
      return { id: pageId, name, token: own ?? token };
  }
  if (whose) return refused('page_id', `This is the access token of ${whose}, not of the page ${pageId}.`);
  // The same refusal for both questions means the token, e.g. one that another app issued.
  if (answer.kind === 'error')
    return me.kind === 'error' && me.code === answer.code && me.subcode === answer.subcode
      ? refused('access_token', withCodes(answer))
      : refused('page_id', withCodes(answer));
  return refused('page_id', `There is no page ${pageId}.`);
}

async function findInstagram(
  graph: GraphClient,
  page: Page,
  id: string,
  signal: AbortSignal,
): Promise<InstagramAccount | Refusal> {
  const linked = page.instagram ?? (await readLink(graph, page, signal));
  if (linked?.id === id) return linked;
  if (linked)
    return refused(
      'instagram_page_id',
      `The page ${page.name} belongs to the Instagram account ${linked.id} (${linked.name}), not to ${id}.`,
    );
  const answer = await graph.get(id, page.token, { fields: 'id,username' }, signal);
  if (answer.kind === 'ok') return { id, name: textOf(answer.json.username) ?? id };
  if (answer.kind === 'lost' || isPassing(answer)) return undecided(answer);
  return refused('instagram_page_id', withCodes(answer));
}

/** The Instagram account that the Page names as its own. */
async function readLink(
  graph: GraphClient,
  page: Pick<Page, 'id' | 'token'>,
  signal: AbortSignal,
): Promise<InstagramAccount | null> {
  const fields = 'instagram_business_account{id,username}';
  const answer = await graph.get(page.id, page.token, { fields }, signal);
  return answer.kind === 'ok' ? readInstagram(answer.json.instagram_business_account) : null;
}

import type { Verification } from '../network';
import { asObject, numberOf, textOf, type Answer, type GraphClient, type MetaError } from './graph-client';

interface Input {
  token: string;
  pageId: string;
  instagramId: string | null;
}

interface Page {
  id: string;
  name: string;
  token: string;
  instagram?: { id: string; name: string };
}

type Refusal = Extract<Verification, { kind: 'refused' | 'unreachable' }>;

const ACCOUNT_FIELDS = 'id,name,access_token,tasks,instagram_business_account{id,username}';
const MOST_PAGES_OF_ACCOUNTS = 20;
const MAY_POST = ['CREATE_CONTENT', 'MANAGE'];

/** Asks Meta whether a token is good for a Page; a user's token is exchanged for the Page's own. */
export async function verifyWithMeta(graph: GraphClient, input: Input): Promise<Verification> {
  const page = await findPage(graph, input);
  if ('kind' in page) return page;
  const instagram = input.instagramId ? await findInstagram(graph, page, input.instagramId) : null;
  if (instagram && 'kind' in instagram) return instagram;
  return {
    kind: 'good',
    page: { id: page.id, name: page.name, token: page.token },
    instagram,
    expiresAt: await readExpiry(graph, page.token),
  };
}

/**
 * When the token ends, or its access to data does; null when never, and when Meta will not say: that alone refuses
 * nobody. Meta takes the token that is asked about nowhere but in the query (reference "Debug Token").
 */
async function readExpiry(graph: GraphClient, token: string): Promise<number | null> {
  const answer = await graph.get('debug_token', token, { input_token: token });
  const data = answer.kind === 'ok' ? asObject(answer.json.data) : undefined;
  const ends = [data?.expires_at, data?.data_access_expires_at].map((seconds) => numberOf(seconds) ?? 0);
  const earliest = Math.min(...ends.filter((seconds) => seconds > 0));
  return Number.isFinite(earliest) ? earliest * 1000 : null;
}

async function findPage(graph: GraphClient, { token, pageId }: Input): Promise<Page | Refusal> {
  const me = await graph.get('me', token, { fields: 'id,name' });
  if (isRefusedToken(me)) return refusedToken(me);
  if (me.kind === 'lost' || isPassing(me)) return unreachable(me);
  if (me.kind === 'ok' && textOf(me.json.id) === pageId)
    return { id: pageId, name: textOf(me.json.name) ?? pageId, token };
  if (me.kind === 'ok') {
    const managed = await findManagedPage(graph, token, pageId);
    if (managed) return managed;
  }
  return readPage(graph, token, pageId);
}

/** The Page among those that the user manages; undefined when the network keeps no such list for this token. */
async function findManagedPage(
  graph: GraphClient,
  token: string,
  pageId: string,
): Promise<Page | Refusal | undefined> {
  let after: string | undefined;
  for (let n = 0; n < MOST_PAGES_OF_ACCOUNTS; n++) {
    const answer = await graph.get('me/accounts', token, { fields: ACCOUNT_FIELDS, limit: 100, after });
    if (answer.kind === 'lost' || isPassing(answer)) return unreachable(answer);
    if (answer.kind === 'error') return undefined;
    const accounts = Array.isArray(answer.json.data) ? (answer.json.data as unknown[]).map(asObject) : [];
    const account = accounts.find((each) => textOf(each?.id) === pageId);
    if (account) return readAccount(account, pageId);
    after = textOf(asObject(asObject(answer.json.paging)?.cursors)?.after);
    if (!after || accounts.length === 0) break;
  }
  return refused('page_id', `This token does not manage the page ${pageId}.`);
}

function readAccount(account: Record<string, unknown>, pageId: string): Page | Refusal {
  const token = textOf(account.access_token);
  const tasks = Array.isArray(account.tasks) ? (account.tasks as unknown[]) : undefined;
  if (!token || (tasks && !tasks.some((task) => MAY_POST.includes(String(task)))))
    return refused('access_token', `This token may not create posts on the page ${pageId}.`);
  const instagram = asObject(account.instagram_business_account);
  const id = textOf(instagram?.id);
  return {
    id: pageId,
    name: textOf(account.name) ?? pageId,
    token,
    ...(id && { instagram: { id, name: textOf(instagram?.username) ?? id } }),
  };
}

async function readPage(graph: GraphClient, token: string, pageId: string): Promise<Page | Refusal> {
  const answer = await graph.get(pageId, token, { fields: 'id,name' });
  if (isRefusedToken(answer)) return refusedToken(answer);
  if (answer.kind === 'lost' || isPassing(answer)) return unreachable(answer);
  if (answer.kind === 'error') return refused('page_id', withNumbers(answer));
  return { id: pageId, name: textOf(answer.json.name) ?? pageId, token };
}

async function findInstagram(
  graph: GraphClient,
  page: Page,
  id: string,
): Promise<{ id: string; name: string } | Refusal> {
  if (page.instagram?.id === id) return page.instagram;
  const answer = await graph.get(id, page.token, { fields: 'id,username' });
  if (answer.kind === 'ok') return { id, name: textOf(answer.json.username) ?? id };
  if (answer.kind === 'lost' || isPassing(answer)) return unreachable(answer);
  return refused('instagram_page_id', withNumbers(answer));
}

const refused = (field: Extract<Verification, { kind: 'refused' }>['field'], reason: string): Refusal => ({
  kind: 'refused',
  field,
  reason,
});

const refusedToken = (error: MetaError): Refusal => refused('access_token', withNumbers(error));

const isRefusedToken = (answer: Answer): answer is MetaError & { class: 'token' | 'reconnect' } =>
  answer.kind === 'error' && ['token', 'reconnect'].includes(answer.class);

/** Says nothing about the token: the same question may be answered in a moment. */
const isPassing = (answer: Answer): answer is MetaError & { class: 'transient' | 'rate_limit' | 'blocked' } =>
  answer.kind === 'error' && ['transient', 'rate_limit', 'blocked'].includes(answer.class);

const unreachable = (answer: { reason: string }): Refusal => ({ kind: 'unreachable', reason: answer.reason });

function withNumbers({ reason, code, subcode }: MetaError): string {
  if (code === undefined) return reason;
  return `${reason} (Meta error ${code}${subcode === undefined ? '' : `/${subcode}`})`;
}

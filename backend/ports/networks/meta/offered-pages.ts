import { MOST_PAGES, type OfferedInstagram, type OfferedPage } from '../connector';
import { cursorAfter } from './cursors';
import type { GraphClient } from './graph-client';
import { asObject, textOf } from './json';
import { MAY_POST, PROFILE_PLUS, type Failure } from './managed-pages';

const FIELDS =
  'id,name,access_token,tasks,picture{url},instagram_business_account{id,username,profile_picture_url}';
const AT_ONCE = 100;

/** Answers may be shorter than what was asked for. The Pages of 500 answers of one each end at the time limit. */
const MOST_CALLS = 100;
/** Answers in a row that bring no new Page: the cursors lead nowhere. */
const MOST_IDLE = 3;

const ID = /^\d{1,32}$/;
const TOKEN = /^[\x21-\x7e]{1,4096}$/;
const MOST_NAME = 255;
const MOST_ADDRESS = 2048;

/**
 * All Pages of a person, in the network's order, each once. A list that breaks off is no list: a Page that is missing
 * without a word is worse than an error.
 */
export async function offeredPages(
  graph: GraphClient,
  token: string,
  signal: AbortSignal,
): Promise<OfferedPage[] | Failure> {
  const pages = new Map<string, OfferedPage>();
  const seen = new Set<string>();
  let after: string | undefined;
  let idle = 0;
  for (let calls = 0; calls < MOST_CALLS && idle < MOST_IDLE; calls++) {
    const answer = await graph.get('me/accounts', token, { fields: FIELDS, limit: AT_ONCE, after }, signal);
    if (answer.kind !== 'ok') return answer;
    const before = pages.size;
    for (const row of rowsOf(answer.json.data)) {
      const page = readPage(row);
      if (page && !pages.has(page.id)) pages.set(page.id, page);
      if (pages.size === MOST_PAGES) return [...pages.values()];
    }
    idle = pages.size === before ? idle + 1 : 0;
    after = nextCursor(asObject(answer.json.paging));
    if (after === undefined || seen.has(after)) break;
    seen.add(after);
  }
  return [...pages.values()];
}

/** The list ends where `next` is absent. `next` itself contains the token, so it is neither called nor stored. */
function nextCursor(paging: Record<string, unknown> | undefined): string | undefined {
  return paging?.next === undefined ? undefined : cursorAfter(paging);
}

function readPage(row: Record<string, unknown>): OfferedPage | undefined {
  const id = idOf(row);
  if (id === undefined) return undefined;
  const token = textOf(row.access_token) ?? '';
  const tasks = Array.isArray(row.tasks) ? (row.tasks as unknown[]).map(String) : [];
  return {
    id,
    name: shortened(textOf(row.name) ?? id),
    token: TOKEN.test(token) ? token : null,
    mayPost: tasks.some((task) => MAY_POST.includes(task.replace(PROFILE_PLUS, ''))),
    pictureUrl: addressOf(pictureOf(row.picture)),
    instagram: readInstagram(asObject(row.instagram_business_account)),
  };
}

function readInstagram(account: Record<string, unknown> | undefined): OfferedInstagram | null {
  const id = account && idOf(account);
  if (id === undefined) return null;
  const username = shortened(textOf(account?.username) ?? id);
  return { id, username, pictureUrl: addressOf(account?.profile_picture_url) };
}

/** `picture{url}` answers `{"data": {"url": …}}`. */
function pictureOf(picture: unknown): unknown {
  const given = asObject(picture);
  return (asObject(given?.data) ?? given)?.url;
}

/** A browser is to load it, so it must be an address of the web. */
function addressOf(value: unknown): string | null {
  const text = textOf(value);
  if (text === undefined || text.length > MOST_ADDRESS || !URL.canParse(text)) return null;
  return /^https?:$/.test(new URL(text).protocol) ? text : null;
}

function idOf({ id }: Record<string, unknown>): string | undefined {
  const text = textOf(id);
  return text !== undefined && ID.test(text) ? text : undefined;
}

/** Half of a surrogate pair is no character. */
const shortened = (name: string): string => name.slice(0, MOST_NAME).replace(/[\uD800-\uDBFF]$/, '');

function rowsOf(data: unknown): Record<string, unknown>[] {
  const rows = Array.isArray(data) ? (data as unknown[]).map(asObject) : [];
  return rows.filter((row) => row !== undefined);
}

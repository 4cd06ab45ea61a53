import { cursorAfter } from './cursors';
import type { Answer, GraphClient, MetaError } from './graph-client';
import { asObject, textOf } from './json';

export type Failure = Exclude<Answer, { kind: 'ok' }>;

export interface InstagramAccount {
  id: string;
  name: string;
}

/** A Page as `/me/accounts` lists it. */
export interface ManagedPage {
  id: string;
  name: string;
  /** Missing if the person did not grant the Page to the app. */
  token: string | undefined;
  mayPost: boolean;
  instagram: InstagramAccount | null;
}

const FIELDS = 'id,name,access_token,tasks,instagram_business_account{id,username}';
const AT_ONCE = 100;
const MOST_CALLS = 20;

/** Prefix of the task names of new Pages. */
export const PROFILE_PLUS = /^PROFILE_PLUS_/;
/** The tasks that allow posts, without that prefix. */
export const MAY_POST = ['CREATE_CONTENT', 'MANAGE', 'FULL_CONTROL'];

/**
 * The Pages of a user, in the network's order, until `enough` returns true. Each Page appears once, even if the
 * network's cursors loop. A refusal after the first call only ends the list; lost answers and passing errors fail the
 * whole.
 */
export async function managedPages(
  graph: GraphClient,
  token: string,
  { enough = () => false, signal }: { enough?: (page: ManagedPage) => boolean; signal?: AbortSignal } = {},
): Promise<ManagedPage[] | Failure> {
  const pages = new Map<string, ManagedPage>();
  const seen = new Set<string>();
  let after: string | undefined;
  for (let n = 0; n < MOST_CALLS; n++) {
    const answer = await graph.get('me/accounts', token, { fields: FIELDS, limit: AT_ONCE, after }, signal);
    if (answer.kind !== 'ok') {
      if (n === 0 || answer.kind === 'lost' || isPassing(answer)) return answer;
      break;
    }
    const rows = Array.isArray(answer.json.data) ? (answer.json.data as unknown[]).map(asObject) : [];
    for (const row of rows) {
      const page = row && readManagedPage(row);
      if (!page || pages.has(page.id)) continue;
      pages.set(page.id, page);
      if (enough(page)) return [...pages.values()];
    }
    after = nextCursor(asObject(answer.json.paging), rows.length);
    if (!after || seen.has(after) || rows.length === 0) break;
    seen.add(after);
  }
  return [...pages.values()];
}

export type Passing = MetaError & { class: 'transient' | 'rate_limit' | 'blocked' };

/** Whether the error may pass soon, so that it says nothing about the token. */
export const isPassing = (answer: Answer): answer is Passing =>
  answer.kind === 'error' && ['transient', 'rate_limit', 'blocked'].includes(answer.class);

export function readInstagram(value: unknown): InstagramAccount | null {
  const account = asObject(value);
  const id = textOf(account?.id);
  return id ? { id, name: textOf(account?.username) ?? id } : null;
}

/** `next` itself contains the token, so it is neither called nor stored. */
function nextCursor(paging: Record<string, unknown> | undefined, rows: number): string | undefined {
  if (!paging) return undefined;
  const isLast = paging.next === undefined && rows < AT_ONCE;
  return isLast ? undefined : cursorAfter(paging);
}

function readManagedPage(row: Record<string, unknown>): ManagedPage | undefined {
  const id = textOf(row.id);
  if (!id) return undefined;
  const tasks = Array.isArray(row.tasks) ? (row.tasks as unknown[]).map(String) : undefined;
  return {
    id,
    name: textOf(row.name) ?? id,
    token: textOf(row.access_token),
    mayPost: !tasks || tasks.some((task) => MAY_POST.includes(task.replace(PROFILE_PLUS, ''))),
    instagram: readInstagram(row.instagram_business_account),
  };
}

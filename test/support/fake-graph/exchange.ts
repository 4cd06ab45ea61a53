import type { Checker } from './checker';
import type { Answer, FaultAction } from './faults';
import type { FilePart } from './body';
import type { Call } from './history';
import type { Identity, PageSpec, Processing, World } from './world';

export interface Settings {
  version: string;
  processingMs: number;
  /** Meta is seen both ways: a reel waits at `upload_complete`, or is `ready`, before its finish. */
  readyBeforeFinish: boolean;
  /** Sizes of the windows that /videos asks for, in turn. */
  windowBytes: number[];
  now: () => number;
  /** With it, calls need a proof of the app's secret, and only the app may look at tokens. */
  app?: { id: string; secret: string };
}

/** One request on its way through. */
export interface Exchange {
  call: Call;
  url: URL;
  id: string;
  headers: NodeJS.Dict<string | string[]>;
  params: Record<string, string>;
  files: Record<string, FilePart>;
  action: FaultAction;
  identity: Identity | undefined;
  page: PageSpec | undefined;
  truncated: boolean;
  world: World;
  checker: Checker;
  settings: Settings;
  urls: { graphUrl: string; ruploadUrl: string };
}

export interface Edge {
  /** Parameters that the call takes; of reads, any are taken. */
  allowed?: string[];
  /** Page calls want the page's own token; a person's is refused. */
  pageTokenOnly?: boolean;
  /** For raw bodies: where the bytes go, or why they are refused. */
  open?: (x: Exchange) => { sink: (bytes: Buffer) => void } | { refusal: Answer };
  answer: (x: Exchange) => Answer;
}

export function ok(body: unknown): Answer {
  return { status: 200, body };
}

export function begin(processing: Processing, x: Exchange): void {
  processing.startedAt ??= x.settings.now();
  disturb(processing, x.action);
}

export function disturb(processing: Processing, action: FaultAction): void {
  if (action.stuckProcessing !== undefined) processing.ms = action.stuckProcessing;
  if (action.rejectProcessing) processing.rejection = action.rejectProcessing;
}

/** `fields=a,b{c}` of a node; what the node does not have is left out, as Meta does with empty fields. */
export function pick(
  node: Record<string, unknown>,
  fields: string | undefined,
  byDefault: string,
): Record<string, unknown> {
  const wanted = splitFields(fields ?? byDefault);
  const picked: Record<string, unknown> = {};
  for (const field of ['id', ...wanted]) {
    const [name = '', inner] = /^([^{]+)\{(.*)\}$/.exec(field)?.slice(1) ?? [field];
    const bare = name.split('.')[0] ?? name;
    const value = node[bare];
    if (value === undefined || value === null) continue;
    picked[bare] =
      inner !== undefined && typeof value === 'object'
        ? pick(value as Record<string, unknown>, inner, '')
        : value;
  }
  return picked;
}

function splitFields(fields: string): string[] {
  return fields.split(/,(?![^{]*\})/).filter((field) => field !== '');
}

export function metaTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, '+0000');
}

/** A list, newest first. `next` carries the token, as Meta's does: a trap for whoever logs or stores it. */
export function listed(x: Exchange, nodes: Array<{ at: number; node: Record<string, unknown> }>): Answer {
  const since = instantOf(x.params.since) ?? -Infinity;
  const until = instantOf(x.params.until) ?? Infinity;
  const within = nodes.filter(({ at }) => at >= since && at <= until).sort((a, b) => b.at - a.at);
  const start = Number(x.params.after ?? 0);
  const limit = Number(x.params.limit ?? 25);
  const data = within.slice(start, start + limit).map(({ node }) => node);
  const after = String(start + data.length);
  const paging: Record<string, unknown> = { cursors: { before: String(start), after } };
  if (start + limit < within.length) {
    const next = new URL(x.url.pathname + x.url.search, x.urls.graphUrl);
    next.searchParams.set('after', after);
    next.searchParams.set('access_token', x.identity?.token ?? '');
    paging.next = next.href;
  }
  return ok(data.length > 0 ? { data, paging } : { data: [] });
}

function instantOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text);
}

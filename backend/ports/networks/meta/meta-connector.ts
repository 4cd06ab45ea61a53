import type { MetaApp } from '../../../config/network-config';
import { Connector, type DialogOptions, type Redemption, type Survey } from '../connector';
import { GraphClient, type Answer, type CallObserver, type MetaError, type MetaHosts } from './graph-client';
import type { Exchanger } from './http-exchange';
import { asObject, textOf } from './json';
import { isPassing, type Failure } from './managed-pages';
import { offeredPages } from './offered-pages';
import { personInSignedRequest } from './signed-request';
import { readTokenFacts } from './token-facts';

/** What the features of the product need (reference "Permissions"). */
export const SCOPES = [
  'pages_show_list',
  'pages_read_engagement',
  'pages_manage_posts',
  'pages_manage_engagement',
  'pages_read_user_content',
  'read_insights',
  'instagram_basic',
  'instagram_content_publish',
  'instagram_manage_comments',
  'instagram_manage_insights',
];

/** Time limit for an exchange with its one repetition, and for all questions of a survey together. */
const ASKING_MS = 30_000;
const ATTEMPT_MS = 14_000;

/** Subcode of a code that came too late. */
const CODE_EXPIRED = 36_007;
/** At `oauth/access_token` this is no passing error. */
const WRONG_SECRET = 1;

/** What an exchange is refused for, by Meta's subcode or, if that is unknown, its code: for who runs the product. */
const WORDS: Record<number, string> = {
  [WRONG_SECRET]: 'META_APP_SECRET is not the secret of the app.',
  100: 'The code of the dialog is not valid.',
  101: 'META_APP_ID is not the id of an app.',
  [CODE_EXPIRED]: 'The code of the dialog came too late.',
  36008: 'The dialog was given another redirect URI. Has PUBLIC_URL changed meanwhile?',
  36009: 'The code of the dialog was used already.',
};

const NO_TOKEN: Failure = { kind: 'lost', reached: true, reason: 'The network answered without a token.' };

export interface LoginHosts extends MetaHosts {
  dialogUrl: string;
  app?: MetaApp;
}

/** Facebook's login dialog (guides "Manually Build a Login Flow", "Facebook Login for Business"). */
export class MetaConnector extends Connector {
  private readonly graph: GraphClient;

  constructor(
    private readonly hosts: LoginHosts,
    send?: Exchanger,
    observe?: CallObserver,
  ) {
    super();
    this.graph = new GraphClient(hosts, send, undefined, observe);
  }

  override get isOffered(): boolean {
    return this.hosts.app !== undefined;
  }

  override dialogUrl({ redirectUri, state, again = false }: DialogOptions): string {
    const { dialogUrl, version, app } = this.hosts;
    const url = new URL(`${dialogUrl}/${version}/dialog/oauth`);
    url.search = new URLSearchParams({
      client_id: app?.id ?? '',
      redirect_uri: redirectUri,
      state,
      response_type: 'code',
      ...(app?.loginConfigId ? { config_id: app.loginConfigId } : { scope: SCOPES.join(',') }),
      ...(again && { auth_type: 'rerequest' }),
    }).toString();
    return url.href;
  }

  /** Repeated once after a lost answer: a code that was used up meanwhile is refused, and no harm is done. */
  override async redeem(code: string, redirectUri: string): Promise<Redemption> {
    const limits = { signal: AbortSignal.timeout(ASKING_MS), timeoutMs: ATTEMPT_MS };
    let answer = await this.graph.redeem(code, redirectUri, limits);
    if (answer && isWorthAnother(answer)) answer = await this.graph.redeem(code, redirectUri, limits);
    const token = tokenIn(answer);
    if (typeof token === 'string') return { kind: 'redeemed', token };
    const failure = failed(token, isWorthAnother);
    const expired = token.kind === 'error' && token.subcode === CODE_EXPIRED;
    return failure.kind === 'refused' ? { ...failure, expired } : failure;
  }

  override async survey(short: string): Promise<Survey> {
    const signal = AbortSignal.timeout(ASKING_MS);
    const exchanged = tokenIn(await this.graph.exchange(short, signal));
    if (typeof exchanged !== 'string') return failed(exchanged, isWorthAnother);
    const [me, permissions, facts, pages] = await Promise.all([
      this.graph.get('me', exchanged, { fields: 'id' }, signal),
      this.graph.get('me/permissions', exchanged, {}, signal),
      readTokenFacts(this.graph, exchanged, signal),
      offeredPages(this.graph, exchanged, signal),
    ]);
    if (!Array.isArray(pages)) return failed(pages, isPassingOrLost);
    if (me.kind !== 'ok') return failed(me, isPassingOrLost);
    if (permissions.kind !== 'ok') return failed(permissions, isPassingOrLost);
    const granted = grantedIn(permissions.json.data);
    return {
      kind: 'good',
      personId: personIn(me.json.id),
      missing: SCOPES.filter((permission) => !granted.has(permission)),
      pages,
      dataAccessExpiresAt: facts.dataAccessExpiresAt ?? null,
    };
  }

  override personOf(signedRequest: string): string | null {
    const { app } = this.hosts;
    return app ? personInSignedRequest(signedRequest, app.secret) : null;
  }
}

const isPassingOrLost = (answer: Answer): boolean => answer.kind === 'lost' || isPassing(answer);

/** Of the two calls that answer with a token. */
const isWorthAnother = (answer: Answer): boolean =>
  isPassingOrLost(answer) && !(answer.kind === 'error' && answer.code === WRONG_SECRET);

function tokenIn(answer: Answer | undefined): string | Failure {
  if (answer?.kind !== 'ok') return answer ?? NO_TOKEN;
  const token = textOf(answer.json.access_token);
  return token !== undefined && /^[\x21-\x7e]+$/.test(token) ? token : NO_TOKEN;
}

type Unsuccessful = Exclude<Survey, { kind: 'good' }>;

function failed(failure: Failure, mayPass: (answer: Answer) => boolean): Unsuccessful {
  if (failure.kind === 'lost') return { kind: 'unreachable', reason: failure.reason };
  return { kind: mayPass(failure) ? 'unreachable' : 'refused', reason: refusalOf(failure) };
}

function refusalOf({ code, subcode }: MetaError): string {
  const words = WORDS[subcode ?? NaN] ?? WORDS[code ?? NaN] ?? 'Meta refused this.';
  return code === undefined ? words : `${words} (Meta error ${[code, subcode].filter(Boolean).join('/')})`;
}

function personIn(id: unknown): string | null {
  const text = textOf(id);
  return text !== undefined && /^\d{1,32}$/.test(text) ? text : null;
}

function grantedIn(data: unknown): Set<string> {
  const rows = Array.isArray(data) ? (data as unknown[]).map(asObject) : [];
  return new Set(rows.flatMap((row) => (row?.status === 'granted' ? (textOf(row.permission) ?? []) : [])));
}

import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { LabelsOf } from '../../../common/metrics/declarations';
import type { NetworkName } from '../network';
import { understand, type Answer } from './answers';
import { withoutSecrets } from './hidden-secrets';
import { exchange, type Exchanger, type ExchangeRequest } from './http-exchange';
import type { MetaTime } from './meta-time';
import { multipartHead, wrapped, type Parameters } from './multipart-body';
import type { ProxySettings } from './proxy';
import type { Usage } from './usage';

export interface MetaHosts {
  graphUrl: string;
  ruploadUrl: string;
  /** `v26.0` */
  version: string;
  app?: { id: string; secret: string };
  proxy?: ProxySettings;
}

export type { Answer, MetaError } from './answers';

type Call = LabelsOf<'pagecast_network_call_duration_seconds'>;

/** Told of every call, whatever became of it. */
export type CallObserver = (call: Call, seconds: number) => void;

/** A JSON body may also hold lists, such as attached media. */
type JsonParameters = Record<string, Parameters[string] | readonly (object | string)[]>;

/** Code of the app's call limit (guide "Rate Limits"). */
const LIMIT_OF_THE_APP = 4;

/** Parameters of a query that hold what nobody may see. */
const SECRET_PARAMETERS = ['input_token', 'fb_exchange_token', 'code'];

const CALL_TIMEOUT_MS = 30_000;
const TRANSFER_TIMEOUT_MS = 60_000;

/**
 * Client of the Graph API. It sends the token in a header (URLs end up in logs), keeps ids as strings and parses
 * answers with care.
 */
export class GraphClient {
  constructor(
    private readonly hosts: MetaHosts,
    private readonly send: Exchanger = exchange,
    private readonly usage?: Usage,
    private readonly observe?: CallObserver,
    private readonly time?: MetaTime,
    private readonly network?: NetworkName,
  ) {}

  /** The same client for calls about one network. Of the limits in an answer, only those of that network count. */
  about(network: NetworkName): GraphClient {
    return new GraphClient(this.hosts, this.send, this.usage, this.observe, this.time, network);
  }

  /** The app's own token, if an app is configured. */
  get appToken(): string | undefined {
    const { app } = this.hosts;
    return app && `${app.id}|${app.secret}`;
  }

  /** Asks for a long-lived token. @returns undefined without an app. */
  exchange(token: string, signal?: AbortSignal): Promise<Answer> | undefined {
    return this.askForToken({ grant_type: 'fb_exchange_token', fb_exchange_token: token }, token, { signal });
  }

  /** Exchanges the code of a login dialog, which can be done once. @returns undefined without an app. */
  redeem(
    code: string,
    redirectUri: string,
    limits: { signal: AbortSignal; timeoutMs: number },
  ): Promise<Answer> | undefined {
    return this.askForToken({ redirect_uri: redirectUri, code }, '', limits);
  }

  get(path: string, token: string, query: Parameters, signal?: AbortSignal): Promise<Answer> {
    const url = this.graph(path);
    const parameters: Parameters = { ...query, ...this.proof(token) };
    for (const [name, value] of Object.entries(parameters))
      if (value !== undefined) url.searchParams.set(name, String(value));
    return this.call('read', token, { method: 'GET', url, headers: bearer(token), signal });
  }

  /** With `held` the call makes something public. Without it, it may be carried out twice. */
  post(
    path: string,
    token: string,
    parameters: JsonParameters,
    signal?: AbortSignal,
    held?: () => boolean,
  ): Promise<Answer> {
    const body = Buffer.from(JSON.stringify({ ...parameters, ...this.proof(token) }));
    const headers = { ...bearer(token), 'content-type': 'application/json', 'content-length': body.length };
    const [url, repeatable] = [this.graph(path), !held];
    const request = { method: 'POST' as const, url, headers, body, signal, held, repeatable };
    return this.call(held ? 'publish' : 'write', token, request);
  }

  /** A multipart POST with one file, streamed with a known length. */
  postFile(
    path: string,
    token: string,
    parameters: Parameters,
    file: { field: string; bytes: Readable; length: number },
    signal: AbortSignal,
  ): Promise<Answer> {
    const boundary = `pagecast-${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
    const head = Buffer.from(multipartHead(boundary, { ...parameters, ...this.proof(token) }, file.field));
    const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
    return this.call('send_file', token, {
      method: 'POST',
      url: this.graph(path),
      headers: {
        ...bearer(token),
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': head.length + file.length + tail.length,
      },
      body: wrapped(head, file.bytes, tail),
      timeoutMs: TRANSFER_TIMEOUT_MS,
      signal,
    });
  }

  /** Pushes the bytes from `offset` to the end of the file to an address that an earlier answer gave. */
  pushBytes(
    address: string,
    token: string,
    { bytes, offset, fileSize }: { bytes: Readable; offset: number; fileSize: number },
    signal: AbortSignal,
  ): Promise<Answer> {
    return this.call('send_bytes', token, {
      method: 'POST',
      url: new URL(address),
      headers: {
        authorization: `OAuth ${token}`,
        offset: String(offset),
        file_size: String(fileSize),
        'content-type': 'application/octet-stream',
        'content-length': fileSize - offset,
      },
      body: bytes,
      timeoutMs: TRANSFER_TIMEOUT_MS,
      signal,
    });
  }

  /** Bytes and the token go only to the two configured hosts, whatever address an answer gives. */
  trusts(address: unknown): address is string {
    if (typeof address !== 'string' || !URL.canParse(address)) return false;
    const { origin } = new URL(address);
    return origin === new URL(this.hosts.graphUrl).origin || origin === new URL(this.hosts.ruploadUrl).origin;
  }

  /** Proves that the token is used by the app that it was issued to (guide "Secure Graph API Calls"). */
  private proof(token: string): { appsecret_proof?: string } {
    const { app } = this.hosts;
    return app ? { appsecret_proof: createHmac('sha256', app.secret).update(token).digest('hex') } : {};
  }

  /** Meta documents these calls only with a query string. */
  private askForToken(
    given: Record<string, string>,
    token: string,
    limits: { signal?: AbortSignal; timeoutMs?: number },
  ): Promise<Answer> | undefined {
    const { app } = this.hosts;
    if (!app) return undefined;
    const url = this.graph('oauth/access_token');
    url.search = new URLSearchParams({ client_id: app.id, client_secret: app.secret, ...given }).toString();
    const headers = { accept: 'application/json' };
    return this.call('exchange_token', token, { method: 'GET', url, headers, ...limits });
  }

  private graph(path: string): URL {
    return new URL(
      `${this.hosts.graphUrl}/${this.hosts.version}/${path.split('/').map(encodeURIComponent).join('/')}`,
    );
  }

  private async call(
    call: Call['call'],
    token: string,
    request: Omit<ExchangeRequest, 'timeoutMs'> & { timeoutMs?: number },
  ): Promise<Answer> {
    const { proxy } = this.hosts;
    const begunAt = performance.now();
    const result = await this.send({ timeoutMs: CALL_TIMEOUT_MS, proxy, ...request });
    const hide = (text: string) => withoutSecrets(text, this.secretsOf(token, request.url));
    const { network } = this;
    const answer = understand(result, hide, { network, accounts: this.usage?.accountsOf(token) });
    this.observe?.({ call, outcome: outcomeOf(answer) }, (performance.now() - begunAt) / 1000);
    if (result.kind === 'answered') {
      this.time?.note(result.headers);
      if (this.provesOurs(call, token, answer)) this.usage?.noteOurs(token);
      this.note(token, result.headers, answer);
    }
    return answer;
  }

  /** All that was sent to identify somebody. */
  private secretsOf(token: string, { searchParams }: URL): string[] {
    const inQuery = SECRET_PARAMETERS.flatMap((name) => searchParams.get(name) ?? []);
    const ofApp = [this.appToken, this.hosts.app?.secret, this.proof(token).appsecret_proof];
    return [token, ...inQuery, ...ofApp].filter((secret) => secret !== undefined);
  }

  /**
   * Whether the token is known to belong to the configured app: Meta refuses a proof that another app's secret made. Bytes
   * are sent without one.
   */
  private provesOurs(call: Call['call'], token: string, answer: Answer): boolean {
    if (!this.hosts.app) return false;
    return token === this.appToken || (answer.kind === 'ok' && call !== 'send_bytes');
  }

  private note(token: string, headers: IncomingHttpHeaders, answer: Answer): void {
    if (answer.kind === 'ok') this.usage?.noteGood(token, headers);
    if (answer.kind !== 'error') return;
    const { code, waitMs } = answer;
    // The same code blocks a single account for spam (4/2207051).
    const ofApp = code === LIMIT_OF_THE_APP && answer.class === 'rate_limit';
    this.usage?.noteRefused(token, headers, { ofApp, waitMs });
  }
}

function outcomeOf(answer: Answer): Call['outcome'] {
  if (answer.kind === 'lost') return answer.reached ? 'lost' : 'unreached';
  return answer.kind === 'ok' ? 'ok' : answer.class;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}`, accept: 'application/json' });

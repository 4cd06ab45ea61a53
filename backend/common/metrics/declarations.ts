/**
 * Every metric of the product. What is counted, what a scrape answers and docs/metrics.md follow from this list, and
 * the types allow no other name, label or value.
 */

/** All values of a label, or a description of them. A description only where something else bounds their number. */
type Values = readonly string[] | string;
type Labels = Readonly<Record<string, Values>>;

/**
 * `process`: each process has its own value, so add them up. `installation`: it comes from the rows and is the same in
 * each process, so take the greatest.
 */
type Scope = 'process' | 'installation';

interface Declaration<Type extends string, L extends Labels> {
  type: Type;
  scope: Scope;
  help: string;
  labels: L;
}

interface Histogram<L extends Labels> extends Declaration<'histogram', L> {
  /** Upper limits, in the unit of the metric. */
  buckets: readonly number[];
}

// eslint-disable-next-line @typescript-eslint/no-empty-object-type
type None = {};

const counter = <const L extends Labels = None>(help: string, labels = {} as L) =>
  ({ type: 'counter', scope: 'process', help, labels }) satisfies Declaration<'counter', L>;

const gauge = <const L extends Labels = None>(scope: Scope, help: string, labels = {} as L) =>
  ({ type: 'gauge', scope, help, labels }) satisfies Declaration<'gauge', L>;

const histogram = <const L extends Labels = None>(
  help: string,
  buckets: readonly number[],
  labels = {} as L,
) => ({ type: 'histogram', scope: 'process', help, labels, buckets }) satisfies Histogram<L>;

const REQUEST = {
  method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'other'],
  route: 'pattern of the route; `none` for an address that nothing answers',
  status: ['1xx', '2xx', '3xx', '4xx', '5xx'],
} as const;

const NETWORK = ['facebook', 'instagram'] as const;

/** How a publisher left a post. Those before `published` leave it unfinished. */
const OUTCOMES = [
  'waiting',
  'retried',
  'rate_limited',
  'reconnect',
  'unconfirmed',
  'storage_away',
  'key_missing',
  'lease_lost',
  'published',
  'refused',
  'used_up',
  'missed',
  'not_confirmed',
] as const;

const CALLS = ['read', 'write', 'publish', 'send_file', 'send_bytes', 'exchange_token'] as const;

/** `ok`, the classes of Meta's errors, and calls without an answer: sent perhaps, or certainly not. */
const ANSWERS = [
  'ok',
  'transient',
  'rate_limit',
  'token',
  'reconnect',
  'blocked',
  'not_ready',
  'new_session',
  'offset',
  'missing',
  'refused',
  'lost',
  'unreached',
] as const;

const PARTS = ['database', 'posts', 'publishers', 'accounts', 'mails', 'storage', 'disks', 'prober'] as const;

export const METRICS = {
  pagecast_build_info: gauge('process', 'Always 1: the versions that run', {
    version: 'of Pagecast',
    node: 'of Node',
  }),
  pagecast_scrape_part_success: gauge('process', 'Whether this part of the scrape answered in time', {
    part: PARTS,
  }),

  pagecast_http_requests_total: counter('Requests answered', REQUEST),
  pagecast_http_request_duration_seconds: histogram(
    'Time from the head of a request to the end of its answer, without streams of events',
    [0.005, 0.025, 0.1, 0.5, 2.5, 10, 60],
    REQUEST,
  ),

  pagecast_lateness_seconds: histogram(
    'From the instant since which a post may go out to its first call to the network, of first tries',
    [0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60, 300, 1800],
  ),
  pagecast_publications_total: counter('How publishers left the posts that they took, and posts missed', {
    network: NETWORK,
    outcome: OUTCOMES,
  }),
  pagecast_publications_under_way: gauge('process', 'Publications under way'),
  pagecast_publication_slots: gauge('process', 'Publications that may be under way at the same time'),
  pagecast_network_call_duration_seconds: histogram(
    'Duration of calls to the network. `publish` is the one that makes a post public',
    [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120],
    { call: CALLS, outcome: ANSWERS },
  ),
  pagecast_publishers_alive: gauge('installation', 'Publishing processes with a recent heartbeat'),
  pagecast_queue_depth: gauge(
    'installation',
    'Posts that may go out now and that no publisher has taken, up to 10,000 of 2,000 accounts',
  ),
  pagecast_queue_oldest_seconds: gauge('installation', 'How long the oldest of them has been due'),
  pagecast_queue_degraded: gauge(
    'process',
    'Whether wake-ups of publishers are lost, so that posts wait for a tick',
  ),
  pagecast_posts_open: gauge(
    'installation',
    'Posts with a time that are not finished: of the 10,000 due longest and the 10,000 that come next',
    { status: ['pending', 'scheduled', 'processing', 'uploaded'] },
  ),

  pagecast_accounts_connected: gauge('installation', 'Connected accounts, as counted in the last minute'),
  pagecast_accounts_paused: gauge('installation', 'Connected accounts to which nothing is sent', {
    until: ['reconnected', 'instant'],
  }),
  pagecast_accounts_unverified: gauge(
    'installation',
    'Connected accounts that the network has never confirmed',
  ),
  pagecast_accounts_expiring: gauge('installation', 'Connected accounts whose access ends within 7 days'),

  pagecast_mails_waiting: gauge('installation', 'Mails that no mail server has accepted yet, up to 10,000'),
  pagecast_mails_oldest_seconds: gauge('installation', 'How long the oldest of them has waited'),
  pagecast_mails_total: counter('Attempts to send a mail', { result: ['sent', 'retried', 'given_up'] }),

  pagecast_uploads_total: counter('Requests that upload videos or photos', {
    result: ['stored', 'refused', 'broken_off', 'unavailable', 'failed'],
  }),
  pagecast_upload_received_bytes_total: counter('Bytes of videos and photos that were received'),
  pagecast_uploads_under_way: gauge('process', 'Uploads under way'),
  pagecast_prober_up: gauge('process', 'Whether videos can be checked'),
  pagecast_probe_duration_seconds: histogram(
    'Time that the prober took for one look at a video',
    [0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 20],
    { result: ['described', 'refused'] },
  ),

  pagecast_storage_present: gauge('process', "Whether the installation's media storage can be reached"),
  pagecast_disk_free_bytes: gauge('process', 'Room left on the disk of DATA_DIR and of the media', {
    disk: ['data', 'media'],
  }),
  pagecast_disk_size_bytes: gauge('process', 'Size of these disks', { disk: ['data', 'media'] }),
  pagecast_swept_files_total: counter('Files that a sweep moved to the trash or deleted', {
    what: ['media', 'upload_parts', 'trash'],
  }),
  pagecast_swept_bytes_total: counter('Their bytes', { what: ['media', 'upload_parts', 'trash'] }),
  pagecast_last_sweep_timestamp_seconds: gauge(
    'process',
    'When this process last ended a sweep; absent before the first one',
  ),

  pagecast_database_up: gauge('process', 'Whether the database answers'),
  pagecast_database_troubles_total: counter('Statements that the database did not carry out', {
    kind: ['locked', 'read_only', 'unreached', 'lost', 'stopped'],
  }),
  pagecast_clock_offset_seconds: gauge('process', "The database's time less this process's"),
};

type Metrics = typeof METRICS;
export type MetricName = keyof Metrics;

type NameOf<Type> = { [Name in MetricName]: Metrics[Name]['type'] extends Type ? Name : never }[MetricName];
export type CounterName = NameOf<'counter'>;
export type GaugeName = NameOf<'gauge'>;
export type HistogramName = NameOf<'histogram'>;

/** The labels of a metric, each with one of its values. */
export type LabelsOf<Name extends MetricName> = {
  [Label in keyof Metrics[Name]['labels']]: Metrics[Name]['labels'][Label] extends readonly (infer Value)[]
    ? Value
    : string;
};

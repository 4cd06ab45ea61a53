/** The one reader of the environment: validated whole, once, at start. */
import { isAbsolute, join, resolve } from 'node:path';

export type Role = 'all' | 'api' | 'publisher';
export type DatabaseConfig =
  { kind: 'sqlite'; file: string } | { kind: 'mysql'; driver: 'mysql' | 'mariadb'; url: string };

export interface MailServer {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise by STARTTLS. */
  secure: boolean;
  auth?: { user: string; pass: string };
}

/** Injection token and type of the configuration. All durations say their unit. */
export class Config {
  http: { port: number; host: string; publicUrl: string };
  role: Role;
  dataDir: string;
  database: DatabaseConfig;
  queue: { kind: 'memory' };
  storage: { kind: 'disk'; dir: string };
  mail: { kind: 'file'; dir: string; from: string } | ({ kind: 'smtp'; from: string } & MailServer);
  network: { mode: 'rehearsal' | 'live'; graphUrl: string; ruploadUrl: string; version: string };
  /** Unset: made at first start and kept in `dataDir` (embedded database only). */
  secrets: { jwt?: string; encryptionKey?: string };
  metricsToken?: string;
  firstAdmin: { email?: string; password?: string };
  publishing: { tickMs: number; concurrency: number; missedAfterMs: number };
  mediaRetentionDays: number;
  supportPhone?: string;
  logLevel: string;
  ffprobePath?: string;
}

/** The messaging link, where a phone is set. */
export const supportUrl = ({ supportPhone }: Config): string | null =>
  supportPhone ? `https://wa.me/${supportPhone}` : null;

/** Every variable that is wrong, one line each. */
export class ConfigError extends Error {
  constructor(readonly lines: string[]) {
    super(lines.join('\n'));
    this.name = 'ConfigError';
  }
}

type Environment = Record<string, string | undefined>;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const META_GRAPH = 'https://graph.facebook.com';
const META_RUPLOAD = 'https://rupload.facebook.com';

/**
 * `defaults` stand for variables that are not set.
 * @throws ConfigError naming every bad variable and what it takes, never its value (it may be a secret).
 */
export function loadConfig(env: Environment = process.env, defaults: Environment = {}): Config {
  const read = new Reader(env, defaults);
  const port = read.integer('PORT', 3000, 0, 65_535);
  const dataDir = absolute(read.text('DATA_DIR') ?? './data');
  const database = readDatabase(read, dataDir);
  const config: Config = {
    http: {
      port,
      host: read.text('HOST') ?? '127.0.0.1',
      publicUrl: read.origin('PUBLIC_URL', `http://localhost:${port}`, { path: true }),
    },
    role: read.oneOf('ROLE', ['all', 'api', 'publisher'], 'all'),
    dataDir,
    database,
    queue: readQueue(read),
    storage: readStorage(read, dataDir),
    mail: readMail(read, dataDir),
    network: {
      mode: read.oneOf('NETWORK', ['rehearsal', 'live'], 'rehearsal'),
      graphUrl: read.origin('GRAPH_URL', META_GRAPH),
      ruploadUrl: read.origin('RUPLOAD_URL', META_RUPLOAD),
      version: read.matching('GRAPH_VERSION', /^v\d{1,3}\.\d{1,2}$/, 'v26.0', 'a version like v26.0'),
    },
    secrets: readSecrets(read, database),
    metricsToken: read.text('METRICS_TOKEN'),
    firstAdmin: readFirstAdmin(read),
    publishing: {
      tickMs: read.integer('PUBLISH_TICK_SECONDS', 5, 1, 3600) * 1000,
      concurrency: read.integer('PUBLISH_CONCURRENCY', 4, 1, 256),
      missedAfterMs: read.integer('MISSED_AFTER_MINUTES', 1440, 1, 525_600) * 60_000,
    },
    mediaRetentionDays: read.integer('MEDIA_RETENTION_DAYS', 7, 0, 36_500),
    supportPhone: read.matching(
      'SUPPORT_PHONE',
      /^\d{5,20}$/,
      undefined,
      '5 to 20 digits, without + or spaces',
    ),
    logLevel: read.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    ffprobePath: read.text('FFPROBE_PATH'),
  };
  if (read.problems.length) throw new ConfigError(read.problems);
  return config;
}

class Reader {
  readonly problems: string[] = [];

  constructor(
    private readonly env: Environment,
    private readonly defaults: Environment,
  ) {}

  /** An empty variable counts as unset, as compose files write it. */
  text(name: string): string | undefined {
    return this.env[name]?.trim() || this.defaults[name];
  }

  refuse(name: string, takes: string): void {
    this.problems.push(`${name}: must be ${takes}`);
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= min && number <= max) return number;
    this.refuse(name, `a whole number from ${min} to ${max}`);
    return fallback;
  }

  oneOf<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const found = allowed.find((word) => word === value);
    if (!found) this.refuse(name, `one of ${allowed.join(', ')}`);
    return found ?? fallback;
  }

  matching<T extends string | undefined>(
    name: string,
    pattern: RegExp,
    fallback: T,
    takes: string,
  ): string | T {
    const value = this.text(name);
    if (value === undefined) return fallback;
    if (pattern.test(value)) return value;
    this.refuse(name, takes);
    return fallback;
  }

  url(name: string): URL | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    try {
      return new URL(value);
    } catch {
      this.refuse(name, 'a URL');
      return undefined;
    }
  }

  /** An http(s) address without a trailing slash. */
  origin(name: string, fallback: string, { path = false } = {}): string {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const url = URL.canParse(value) ? new URL(value) : undefined;
    const fits =
      url &&
      /^https?:$/.test(url.protocol) &&
      !url.username &&
      !url.search &&
      !url.hash &&
      (path || url.pathname === '/');
    if (fits) return value.replace(/\/+$/, '');
    this.refuse(name, 'an http:// or https:// address without credentials, path or query');
    return fallback;
  }
}

function absolute(path: string): string {
  return isAbsolute(path) ? path : resolve(path);
}

/** The path of `scheme:relative`, `scheme:/absolute` or `scheme:///absolute`; the fallback for a bare `scheme:`. */
function pathOf(value: string, fallback: string): string {
  const path = decodeURIComponent(value.slice(value.indexOf(':') + 1).replace(/^\/\/(?=\/)/, ''));
  return path ? absolute(path) : fallback;
}

function readDatabase(read: Reader, dataDir: string): DatabaseConfig {
  const fallback: DatabaseConfig = { kind: 'sqlite', file: join(dataDir, 'pagecast.sqlite') };
  const value = read.text('DATABASE_URL');
  if (value === undefined) return fallback;
  if (value.startsWith('sqlite:')) return { kind: 'sqlite', file: pathOf(value, fallback.file) };
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const driver = url?.protocol === 'mysql:' ? 'mysql' : url?.protocol === 'mariadb:' ? 'mariadb' : undefined;
  if (url && driver && url.hostname && url.pathname.length > 1) return { kind: 'mysql', driver, url: value };
  read.refuse(
    'DATABASE_URL',
    'sqlite:<file>, mysql://user:pass@host:3306/db or mariadb://user:pass@host:3306/db',
  );
  return fallback;
}

function readQueue(read: Reader): Config['queue'] {
  const value = read.text('QUEUE_URL');
  if (value === undefined || value === 'memory:') return { kind: 'memory' };
  if (/^rediss?:\/\//.test(value))
    read.refuse('QUEUE_URL', 'memory: in this version; redis:// (Bull) is not available yet');
  else read.refuse('QUEUE_URL', 'memory:');
  return { kind: 'memory' };
}

function readStorage(read: Reader, dataDir: string): Config['storage'] {
  const fallback = join(dataDir, 'media');
  const value = read.text('STORAGE_URL');
  if (value === undefined) return { kind: 'disk', dir: fallback };
  if (value.startsWith('file:')) return { kind: 'disk', dir: pathOf(value, fallback) };
  if (value.startsWith('s3:'))
    read.refuse('STORAGE_URL', 'file:<folder> in this version; s3:// buckets are not available yet');
  else read.refuse('STORAGE_URL', 'file:<folder>');
  return { kind: 'disk', dir: fallback };
}

function readMail(read: Reader, dataDir: string): Config['mail'] {
  const dir = join(dataDir, 'mail');
  const from = read.matching(
    'MAIL_FROM',
    /^[^\r\n<>]*<?[^\s<>@]+@[^\s<>@]+>?$/,
    'Pagecast <pagecast@localhost>',
    'an e-mail address, or Name <address>',
  );
  const value = read.text('MAIL_URL');
  if (value === undefined) return { kind: 'file', dir, from };
  if (value.startsWith('file:')) return { kind: 'file', dir: pathOf(value, dir), from };
  const server = mailServerOf(value);
  if (server) return { kind: 'smtp', from, ...server };
  read.refuse('MAIL_URL', 'file:<folder>, smtp://user:pass@host:587 or smtps://user:pass@host:465');
  return { kind: 'file', dir, from };
}

function mailServerOf(value: string): MailServer | undefined {
  if (!/^smtps?:\/\//.test(value) || !URL.canParse(value)) return undefined;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(value);
  const user = decoded(username);
  const pass = decoded(password);
  if (!hostname || pathname.length > 1 || search || hash) return undefined;
  if (user === undefined || pass === undefined || Boolean(user) !== Boolean(pass)) return undefined;
  const secure = protocol === 'smtps:';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    ...(user && { auth: { user, pass } }),
  };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function readSecrets(read: Reader, database: DatabaseConfig): Config['secrets'] {
  const secrets: Config['secrets'] = {
    jwt: read.matching('JWT_SECRET', /^.{32,}$/s, undefined, 'at least 32 characters'),
    encryptionKey: read.matching('ENCRYPTION_KEY', /^[0-9a-f]{64}$/i, undefined, '64 hexadecimal digits'),
  };
  if (database.kind === 'sqlite') return secrets;
  const why = 'when the database is not SQLite';
  if (!read.text('JWT_SECRET')) read.refuse('JWT_SECRET', `set (at least 32 characters) ${why}`);
  if (!read.text('ENCRYPTION_KEY')) read.refuse('ENCRYPTION_KEY', `set (64 hexadecimal digits) ${why}`);
  return secrets;
}

function readFirstAdmin(read: Reader): Config['firstAdmin'] {
  const email = read.matching('ADMIN_EMAIL', /^[^\s@]+@[^\s@]+$/, undefined, 'an e-mail address');
  const password = read.matching('ADMIN_PASSWORD', /^.{8,128}$/s, undefined, '8 to 128 characters');
  if (read.text('ADMIN_PASSWORD') && !read.text('ADMIN_EMAIL'))
    read.refuse('ADMIN_EMAIL', 'set when ADMIN_PASSWORD is set');
  return { email, password };
}

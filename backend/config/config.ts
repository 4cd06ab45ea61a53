/** The only reader of the environment: validates it as a whole, once, at start. */
import { isAbsolute, join, resolve } from 'node:path';
import { defaultConcurrency, MOST_AT_ONCE } from './concurrency';
import { parseNetwork } from '../common/http/client-address';
import { isCommonPassword } from '../common/common-passwords';
import { MYSQL_FORM, mysqlServerOf } from './database-url';
import { readNetwork, type NetworkConfig } from './network-config';
import { Reader, type Environment } from './reader';
import { readBackupKeys, readBucket, type StorageConfig } from './storage-config';

export type Role = 'all' | 'api' | 'publisher';
export type DatabaseConfig =
  | { kind: 'sqlite'; file: string }
  /** `mysqlServerOf` reads the address. */
  | { kind: 'mysql'; driver: 'mysql' | 'mariadb'; url: string };

export interface RedisServer {
  host: string;
  port: number;
  db: number;
  tls: boolean;
  username?: string;
  password?: string;
}

export interface MailServer {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise STARTTLS. */
  secure: boolean;
  auth?: { user: string; pass: string };
}

/** Injection token and type of the configuration. Durations name their unit. */
export class Config {
  /** `trustedProxies` are addresses and networks, such as 10.0.0.0/8. */
  http: { port: number; host: string; publicUrl: string; trustedProxies: string[] };
  registration: 'open' | 'closed';
  role: Role;
  dataDir: string;
  database: DatabaseConfig;
  queue: { kind: 'memory' } | ({ kind: 'bull' } & RedisServer);
  storage: StorageConfig;
  mail: { kind: 'file'; dir: string; from: string } | ({ kind: 'smtp'; from: string } & MailServer);
  network: NetworkConfig;
  /**
   * If unset, generated at first start and kept in `dataDir` (embedded database only). The newest encryption key first.
   */
  secrets: { jwt?: string; encryptionKeys?: string[] };
  metricsToken?: string;
  firstAdmin: { email?: string; password?: string };
  publishing: { tickMs: number; concurrency: number; missedAfterMs: number };
  mediaRetentionDays: number;
  /** `expiresMs`: how long an upload without a further byte, or a file that no item uses, is kept. */
  uploads: { expiresMs: number; maxVideoBytes: number };
  /** Time that a stopping process waits for uploads and publications under way. */
  shutdownGraceMs: number;
  supportPhone?: string;
  logLevel: string;
  ffprobePath?: string;
  /** Where programs are searched for. */
  searchPath?: string;
}

/** The messaging link, if a phone is set. */
export const supportUrl = ({ supportPhone }: Config): string | null =>
  supportPhone ? `https://wa.me/${supportPhone}` : null;

/** Every invalid variable, one line each. */
export class ConfigError extends Error {
  constructor(readonly lines: string[]) {
    super(lines.join('\n'));
    this.name = 'ConfigError';
  }
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/**
 * Reads the configuration; `defaults` replace variables that are not set.
 * @throws ConfigError that names every invalid variable and what it accepts, never its value: it may be a secret.
 */
export function loadConfig(env: Environment = process.env, defaults: Environment = {}): Config {
  const read = new Reader(env, defaults);
  const port = read.integer('PORT', 3000, 0, 65_535);
  const dataDir = absolute(read.text('DATA_DIR') ?? './data');
  const publicUrl = read.origin('PUBLIC_URL', `http://localhost:${port}`);
  const database = readDatabase(read, dataDir);
  const config: Config = {
    http: {
      port,
      host: withoutBrackets(read.text('HOST') ?? '127.0.0.1'),
      publicUrl,
      trustedProxies: readTrustedProxies(read),
    },
    registration: read.oneOf('REGISTRATION', ['open', 'closed'], 'open'),
    role: read.oneOf('ROLE', ['all', 'api', 'publisher'], 'all'),
    dataDir,
    database,
    queue: readQueue(read),
    storage: readStorage(read, dataDir, publicUrl),
    mail: readMail(read, dataDir),
    network: readNetwork(read),
    secrets: readSecrets(read, database),
    metricsToken: read.text('METRICS_TOKEN'),
    firstAdmin: readFirstAdmin(read),
    publishing: {
      tickMs: read.integer('PUBLISH_TICK_SECONDS', 1, 1, 3600) * 1000,
      concurrency: read.integer('PUBLISH_CONCURRENCY', defaultConcurrency(), 1, MOST_AT_ONCE),
      missedAfterMs: read.integer('MISSED_AFTER_MINUTES', 1440, 1, 525_600) * 60_000,
    },
    mediaRetentionDays: read.integer('MEDIA_RETENTION_DAYS', 7, 0, 36_500),
    uploads: {
      expiresMs: read.integer('UPLOAD_EXPIRES_MINUTES', 1440, 1, 525_600) * 60_000,
      maxVideoBytes: read.integer('MAX_VIDEO_MB', 100, 1, 10_240) * 1024 ** 2,
    },
    shutdownGraceMs: read.integer('SHUTDOWN_GRACE_SECONDS', 25, 0, 3600) * 1000,
    supportPhone: read.matching(
      'SUPPORT_PHONE',
      /^\d{5,20}$/,
      undefined,
      '5 to 20 digits, without + or spaces',
    ),
    logLevel: read.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    ffprobePath: read.text('FFPROBE_PATH'),
    searchPath: read.text('PATH'),
  };
  // Commands use them. A mistake shows now, not at night.
  readBackupKeys(read);
  if (read.problems.length) throw new ConfigError(read.problems);
  return config;
}

/** `[::1]`, as an address has it in a URL, is `::1`. */
const withoutBrackets = (host: string): string => host.replace(/^\[([\da-f:.]+)\]$/i, '$1');

function absolute(path: string): string {
  return isAbsolute(path) ? path : resolve(path);
}

/**
 * The path of `scheme:relative`, `scheme:/absolute` or `scheme:///absolute`. None is a mistake, as in `file:$UNSET`, and
 * so is the root.
 */
function readPath(read: Reader, name: string, value: string, what: 'file' | 'folder'): string {
  const [scheme = '', ...rest] = value.split(':');
  const path = decoded(rest.join(':').replace(/^\/\/(?=\/)/, ''));
  if (path === undefined) read.refuse(name, `${scheme}:<path>, with %25 for each % in the path`);
  else if (/^\/*$/.test(path)) read.problems.push(`${name}: ${scheme}: names no ${what}`);
  return absolute(path ?? '');
}

function readDatabase(read: Reader, dataDir: string): DatabaseConfig {
  const fallback: DatabaseConfig = { kind: 'sqlite', file: join(dataDir, 'pagecast.sqlite') };
  const value = read.text('DATABASE_URL');
  if (value === undefined) return fallback;
  if (value.startsWith('sqlite:'))
    return { kind: 'sqlite', file: readPath(read, 'DATABASE_URL', value, 'file') };
  const driver = /^(mysql|mariadb):/.exec(value)?.[1] as 'mysql' | 'mariadb' | undefined;
  if (driver === undefined) {
    read.refuse('DATABASE_URL', `sqlite:<file>, ${MYSQL_FORM}`);
    return fallback;
  }
  try {
    mysqlServerOf(value);
    return { kind: 'mysql', driver, url: value };
  } catch (error) {
    read.refuse('DATABASE_URL', (error as Error).message);
    return fallback;
  }
}

function readQueue(read: Reader): Config['queue'] {
  const value = read.text('QUEUE_URL');
  if (value === undefined || value === 'memory:') return { kind: 'memory' };
  const server = redisServerOf(value);
  if (server) return { kind: 'bull', ...server };
  read.refuse(
    'QUEUE_URL',
    'memory:, redis://host:6379, redis://user:pass@host:6379/0 or the same with rediss:// for TLS',
  );
  return { kind: 'memory' };
}

function redisServerOf(value: string): RedisServer | undefined {
  if (!/^rediss?:\/\//.test(value) || !URL.canParse(value)) return undefined;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(value);
  const [user, pass] = [decoded(username), decoded(password)];
  const db = /^\/?(\d{0,4})$/.exec(pathname)?.[1];
  if (!hostname || search || hash || db === undefined) return undefined;
  // Redis takes a password without a user, and no user without a password.
  if (user === undefined || pass === undefined || (user && !pass)) return undefined;
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || 6379,
    db: Number(db),
    tls: protocol === 'rediss:',
    ...(user && { username: user }),
    ...(pass && { password: pass }),
  };
}

function readStorage(read: Reader, dataDir: string, publicUrl: string): StorageConfig {
  const fallback = join(dataDir, 'media');
  const value = read.text('STORAGE_URL');
  if (value === undefined) return { kind: 'disk', dir: fallback };
  if (value.startsWith('file:')) return { kind: 'disk', dir: readPath(read, 'STORAGE_URL', value, 'folder') };
  const bucket = value.startsWith('s3:') ? readBucket(read, value, { dataDir, publicUrl }) : undefined;
  if (!value.startsWith('s3:'))
    read.refuse('STORAGE_URL', 'file:<folder> or s3://bucket?endpoint=…&region=…');
  return bucket ?? { kind: 'disk', dir: fallback };
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
  if (value.startsWith('file:'))
    return { kind: 'file', dir: readPath(read, 'MAIL_URL', value, 'folder'), from };
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

function readTrustedProxies(read: Reader): string[] {
  const takes = 'addresses or networks with commas between them, such as 10.0.0.0/8, fd00::/8';
  return read.list('TRUSTED_PROXIES', (text) => parseNetwork(text) !== undefined, takes) ?? [];
}

function readSecrets(read: Reader, database: DatabaseConfig): Config['secrets'] {
  const secrets: Config['secrets'] = {
    jwt: read.matching('JWT_SECRET', /^.{32,}$/s, undefined, 'at least 32 characters'),
    encryptionKeys: read.list(
      'ENCRYPTION_KEY',
      (key) => /^[0-9a-f]{64}$/i.test(key),
      '64 hexadecimal digits, or several such keys with commas between them, the newest first',
    ),
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
  if (
    password !== undefined &&
    (isCommonPassword(password) || password.toLowerCase() === email?.toLowerCase())
  )
    read.refuse('ADMIN_PASSWORD', 'a password that is neither one of the most common ones nor ADMIN_EMAIL');
  if (read.text('ADMIN_PASSWORD') && !read.text('ADMIN_EMAIL'))
    read.refuse('ADMIN_EMAIL', 'set when ADMIN_PASSWORD is set');
  return { email, password };
}

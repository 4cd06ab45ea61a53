import { join } from 'node:path';
import { Reader, type Environment } from './reader';

/** A bucket of an S3-compatible store. */
export interface BucketConfig {
  kind: 's3';
  bucket: string;
  /** Empty, or ends with a slash. */
  prefix: string;
  /** Origin of the store; unset: Amazon's. */
  endpoint?: string;
  region: string;
  /** The bucket is the first part of the path instead of the host name. */
  pathStyle: boolean;
  /** `redirect`: browsers load media from the bucket. `stream`: through this product. */
  links: 'redirect' | 'stream';
  /** Unset: the SDK looks for keys where it always does. */
  keys?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string };
  /** Local folder of uploads under way. */
  incomingDir: string;
}

export type StorageConfig = { kind: 'disk'; dir: string } | BucketConfig;

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX_PART = /^(?!\.{1,2}$)[\w.-]{1,100}$/;
const REGION = /^[a-z0-9-]{1,40}$/;
const PARAMETERS = ['endpoint', 'region', 'path_style', 'links'];

/** Without an endpoint that is not Amazon's, a region is a place of theirs, and there is none to assume. */
const REGION_OF_OTHERS = 'us-east-1';

/** Reads `s3://bucket[/prefix]?endpoint=…&region=…[&path_style=1][&links=stream]`. Each refusal names one mistake. */
export function readBucket(
  read: Reader,
  value: string,
  more: { dataDir: string; publicUrl: string },
): BucketConfig | undefined {
  const found = bucketOf(read, value, more);
  if (typeof found === 'string') {
    read.refuse('STORAGE_URL', found);
    return undefined;
  }
  return { ...found, keys: readKeys(read) };
}

/** The keys of the bucket of the backups, if they are other ones than those of the media. */
export function readBackupKeys(read: Reader): BucketConfig['keys'] {
  return readKeys(read, 'BACKUP_');
}

/**
 * A bucket for backups, at the address that a command was given.
 * @throws Error that says what the address or a variable must be
 */
export function backupBucket(env: Environment, address: string): BucketConfig {
  const read = new Reader(env, {});
  // Browsers load nothing from it.
  const found = bucketOf(read, address, { dataDir: '', publicUrl: '' });
  if (typeof found === 'string') throw new Error(`The address must be ${found}.`);
  const keys = readBackupKeys(read) ?? readKeys(read);
  if (read.problems.length > 0) throw new Error(`${read.problems.join('; ')}.`);
  return { ...found, keys };
}

/** @returns what the address must be, if it is not that. */
function bucketOf(
  read: Reader,
  value: string,
  { dataDir, publicUrl }: { dataDir: string; publicUrl: string },
): Omit<BucketConfig, 'keys'> | string {
  const url = /^s3:\/\//.test(value) && URL.canParse(value) ? new URL(value) : undefined;
  if (!url) return 's3://bucket?endpoint=https://host&region=name';
  if (url.username || url.password)
    return 'without keys in it: they are given as AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
  if (!BUCKET.test(url.host)) return 's3://bucket…, with the name of a bucket: a-z, 0-9, dots, hyphens';
  const parts = url.pathname.split('/').filter((part) => part !== '');
  if (!parts.every((part) => PREFIX_PART.test(part)))
    return 's3://bucket/prefix…, with letters, digits, dots, hyphens and slashes in the prefix';
  const given = [...url.searchParams.keys()];
  if (url.hash || given.some((name) => !PARAMETERS.includes(name)) || new Set(given).size < given.length)
    return `an s3:// address with these parameters at most, each once: ${PARAMETERS.join(', ')}`;
  const endpoint = url.searchParams.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !isOrigin(endpoint))
    return 'an s3:// address whose endpoint is an http:// or https:// address without a path';
  const region =
    url.searchParams.get('region') ??
    read.text('AWS_REGION') ??
    read.text('AWS_DEFAULT_REGION') ??
    (endpoint && REGION_OF_OTHERS);
  if (region === undefined || !REGION.test(region)) return 'an s3:// address with a region';
  const pathStyle = url.searchParams.get('path_style') ?? '0';
  if (!/^[01]$/.test(pathStyle)) return 'an s3:// address whose path_style is 0 or 1';
  const links = url.searchParams.get('links') ?? 'redirect';
  if (links !== 'redirect' && links !== 'stream') return 'an s3:// address whose links is redirect or stream';
  if (links === 'redirect' && endpoint?.startsWith('http:') && publicUrl.startsWith('https:'))
    return 'an s3:// address with links=stream: a page that is https loads nothing from an http endpoint';
  return {
    kind: 's3',
    bucket: url.host,
    prefix: parts.map((part) => `${part}/`).join(''),
    endpoint: endpoint && new URL(endpoint).origin,
    region,
    pathStyle: pathStyle === '1',
    links,
    incomingDir: join(dataDir, 'incoming'),
  };
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, pathname, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && pathname === '/' && !username && !password && !search && !hash;
}

function readKeys(read: Reader, prefix: 'AWS_' | 'BACKUP_' = 'AWS_'): BucketConfig['keys'] {
  const [id, secret] = [`${prefix}ACCESS_KEY_ID`, `${prefix}SECRET_ACCESS_KEY`];
  const [accessKeyId, secretAccessKey] = [read.text(id), read.text(secret)];
  if (accessKeyId && !secretAccessKey) read.refuse(secret, `set when ${id} is set`);
  if (secretAccessKey && !accessKeyId) read.refuse(id, `set when ${secret} is set`);
  if (!accessKeyId || !secretAccessKey) return undefined;
  return { accessKeyId, secretAccessKey, sessionToken: read.text(`${prefix}SESSION_TOKEN`) };
}

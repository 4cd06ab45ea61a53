import { errorCode } from './common/errors/error-code';
import type { Config } from './config/config';
import { mysqlServerOf } from './config/database-url';
import { classifyError, DatabaseAway } from './database/database-errors';
import { fileInTheWay, isOfReading, noRoom, unwritable } from './file-errors';
import { BucketError } from './ports/storage/bucket-error';
import { StorageAway } from './ports/storage/storage';

interface Thrown {
  path?: unknown;
  syscall?: unknown;
  hostname?: unknown;
  message?: unknown;
  stack?: unknown;
}

/** Packages that are built for one version of Node and one platform. */
const NATIVE = /better[-_]sqlite3|argon2|sharp/;
const UNLOADED =
  /NODE_MODULE_VERSION|Could not locate the bindings file|native binding|Could not load the "sharp"/;

/**
 * Explains why the start failed, and what to do about it.
 * @param named what names the database
 */
export function explainStartError(error: unknown, config?: Config, named = 'DATABASE_URL'): string {
  return causeOf(error, config, named) ?? known(error, config, named) ?? messageOf(error);
}

/** Users are told that they should try again; operators why they have to. */
function causeOf(error: unknown, config: Config | undefined, named: string): string | undefined {
  if (!(error instanceof DatabaseAway || error instanceof StorageAway)) return undefined;
  const { cause } = error;
  if (cause instanceof BucketError) return `the media storage cannot be used: ${cause.message}.`;
  return cause === undefined ? undefined : known(cause, config, named);
}

function known(error: unknown, config: Config | undefined, named: string): string | undefined {
  const file = config?.database.kind === 'sqlite' ? config.database.file : undefined;
  return (
    nativePart(error) ??
    noRoom(error, file) ??
    (config && (port(error, config) ?? database(error, config, named))) ??
    folder(error, config?.dataDir)
  );
}

function nativePart(error: unknown): string | undefined {
  const message = messageOf(error);
  if (errorCode(error) !== 'ERR_DLOPEN_FAILED' && !UNLOADED.test(message)) return undefined;
  // Some errors name the package only in the stack.
  const name = NATIVE.exec(`${message} ${String((error as Thrown).stack)}`)?.[0].replace('_', '-');
  return (
    `the native part of ${name ?? 'a package'} does not load under Node ${process.versions.node} (${process.platform} ${process.arch}). ` +
    'Run `npm ci` with this Node, then start again.'
  );
}

function port(error: unknown, { http }: Config): string | undefined {
  const { syscall, hostname } = error as Thrown;
  const isLookup = syscall === 'getaddrinfo' && hostname === http.host;
  if (syscall !== 'listen' && !isLookup) return undefined;
  if (errorCode(error) === 'EADDRINUSE')
    return `port ${http.port} of ${http.host} is in use. Stop what uses it, or set PORT to another one.`;
  if (errorCode(error) === 'EACCES')
    return `this user may not open port ${http.port}. Set PORT to one above 1023.`;
  return `HOST is no address of this machine: ${http.host}.`;
}

function database(error: unknown, { database: wanted }: Config, named: string): string | undefined {
  const code = errorCode(error) ?? '';
  if (wanted.kind === 'sqlite') {
    if (code === 'SQLITE_NOTADB') return `the database file is no SQLite database: ${wanted.file}.`;
    if (/^SQLITE_(CANTOPEN|READONLY|PERM)/.test(code))
      return `the database file cannot be opened for writing: ${wanted.file}.${dueTo(wanted.file)}`;
    return undefined;
  }
  const { host, port: number, database: name } = mysqlServerOf(wanted.url);
  if (code === 'ER_BAD_DB_ERROR')
    return `there is no database ${name} on ${host}. Create it, or mend ${named}.`;
  if (code === 'ER_ACCESS_DENIED_ERROR' || code === 'ER_ACCESS_DENIED_NO_PASSWORD_ERROR')
    return `${host} refuses the user or the password in ${named}.`;
  if (code === 'ER_DBACCESS_DENIED_ERROR') return `the user in ${named} may not use the database ${name}.`;
  if (code === 'ER_TABLEACCESS_DENIED_ERROR' || code === 'ER_COLUMNACCESS_DENIED_ERROR') {
    const right = /^[A-Z][A-Z ]*(?= command denied)/.exec(messageOf(error))?.[0];
    return `the user in ${named} lacks ${right ? `the right ${right}` : 'a right'} in the database ${name}. Let an administrator of ${host} run GRANT ALL ON that database for it.`;
  }
  if (code === 'HANDSHAKE_NO_SSL_SUPPORT')
    return `the database at ${host}:${number} does not offer TLS, which ${named} asks for. Nothing was sent.`;
  if (code === 'HANDSHAKE_SSL_ERROR')
    return `the TLS connection to the database at ${host}:${number} cannot be trusted: ${messageOf(error)}. If its certificate is from an authority of your own, name that in NODE_EXTRA_CA_CERTS.`;
  const server = `the database at ${host}:${number}`;
  if (code === 'ER_DISK_FULL' || code === 'ER_RECORD_FILE_FULL')
    return `${server} has no room left (${code}). Make room there, then repeat the command.`;
  const trouble = classifyError(error);
  if (trouble === 'read only')
    return `${server} takes no writes (${code}). Is it a replica? Name the server that takes them in ${named}, or let this one take them.`;
  if (!trouble) return undefined;
  return `${server} cannot be reached (${code}). Check that it runs, and ${named}.`;
}

/** The file itself may be well. */
function dueTo(file: string): string {
  const reason = unwritable(file);
  return reason === file ? '' : ` This user may not write ${reason}.`;
}

function folder(error: unknown, dataDir?: string): string | undefined {
  const code = errorCode(error);
  const { path: named } = error as Thrown;
  if (!code || typeof named !== 'string') return undefined;
  const path = code === 'ENOTDIR' ? fileInTheWay(named) : named;
  const whose = dataDir && (path === dataDir || dataDir.startsWith(`${path}/`)) ? ' Mend DATA_DIR.' : '';
  if (code === 'ENOTDIR' || code === 'EEXIST') return `${path} is a file and no folder.${whose}`;
  if (code === 'ETIMEDOUT') return `the disk of ${path} does not answer.${whose}`;
  if (/^(EACCES|EPERM)$/.test(code) && isOfReading(error))
    return `${path} cannot be read (${code}). Run this as the user of the product, and give that user the right to read it.`;
  if (/^(EACCES|EPERM|EROFS|ENOENT)$/.test(code)) return `${path} cannot be written (${code}).${whose}`;
  return undefined;
}

const messageOf = (error: unknown): string => String((error as Thrown | undefined)?.message ?? error);

import { errorCode } from './common/errors/error-code';
import type { Config } from './config/config';
import { mysqlServerOf } from './config/database-url';
import { classifyError } from './database/database-errors';

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

/** Explains why the start failed, and what to do about it. */
export function explainStartError(error: unknown, config?: Config): string {
  const known =
    nativePart(error) ??
    (config && (port(error, config) ?? database(error, config))) ??
    folder(error, config?.dataDir);
  return known ?? messageOf(error);
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

function database(error: unknown, { database: wanted }: Config): string | undefined {
  const code = errorCode(error) ?? '';
  if (wanted.kind === 'sqlite') {
    if (code === 'SQLITE_NOTADB') return `the database file is no SQLite database: ${wanted.file}.`;
    if (/^SQLITE_(CANTOPEN|READONLY|PERM)/.test(code))
      return `the database file cannot be opened for writing: ${wanted.file}.`;
    return undefined;
  }
  const { host, port: number, database: name } = mysqlServerOf(wanted.url);
  if (code === 'ER_BAD_DB_ERROR')
    return `there is no database ${name} on ${host}. Create it, or mend DATABASE_URL.`;
  if (code === 'ER_ACCESS_DENIED_ERROR' || code === 'ER_ACCESS_DENIED_NO_PASSWORD_ERROR')
    return `${host} refuses the user or the password in DATABASE_URL.`;
  if (code === 'ER_DBACCESS_DENIED_ERROR')
    return `the user in DATABASE_URL may not use the database ${name}.`;
  if (code === 'HANDSHAKE_NO_SSL_SUPPORT')
    return `the database at ${host}:${number} does not offer TLS, which DATABASE_URL asks for. Nothing was sent.`;
  if (code === 'HANDSHAKE_SSL_ERROR')
    return `the TLS connection to the database at ${host}:${number} cannot be trusted: ${messageOf(error)}. If its certificate is from an authority of your own, name that in NODE_EXTRA_CA_CERTS.`;
  if (!classifyError(error)) return undefined;
  return `the database at ${host}:${number} cannot be reached (${code}). Check that it runs, and DATABASE_URL.`;
}

function folder(error: unknown, dataDir?: string): string | undefined {
  const code = errorCode(error);
  const { path } = error as Thrown;
  if (!code || typeof path !== 'string') return undefined;
  const whose = dataDir && (path === dataDir || dataDir.startsWith(`${path}/`)) ? ' Mend DATA_DIR.' : '';
  if (code === 'ENOTDIR' || code === 'EEXIST') return `${path} is a file and no folder.${whose}`;
  if (code === 'ETIMEDOUT') return `the disk of ${path} does not answer.${whose}`;
  if (/^(EACCES|EPERM|EROFS|ENOENT)$/.test(code)) return `${path} cannot be written (${code}).${whose}`;
  return undefined;
}

const messageOf = (error: unknown): string => String((error as Thrown | undefined)?.message ?? error);

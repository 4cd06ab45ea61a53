import { access, constants, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from '../../common/errors/error-code';
import { Counts } from '../../common/metrics/counts';
import type { Config } from '../../config/config';
import { readEncryptionKeys, readJwtSecret } from '../../config/secrets';
import { Ffprobe } from '../../media/prober/ffprobe';
import { Prober } from '../../media/prober/prober';
import { withTimeout } from '../../common/time/timeout';
import { keyFitOf, whatKeysLack, type KeyFit } from '../../key-fit';
import { fileInTheWay } from '../../file-errors';
import { explainStartError } from '../../start-errors';
import { risksOf } from '../../start-report';
import { VERSION } from '../../version';
import { withUnmigrated } from '../product';
import { fail, megabytes, ok, warn, type Check, type Finding } from './check';

const MB = 1024 ** 2;
const LITTLE_BYTES = 1024 * MB;
/** A video takes 100 MB. */
const TOO_LITTLE_BYTES = 200 * MB;
/** Less than a check may take. */
const DATABASE_MS = 4_000;
const OLDEST_NODE = [20, 19] as const;
const OLDEST_MAINTAINED = 22;

/** Of this program and this machine. */
export const machineChecks = (config: Config): Check[] => [
  { name: 'versions', run: () => Promise.resolve(versions()) },
  { name: 'configuration', run: () => Promise.resolve(configuration(config)) },
  { name: 'data folder', run: () => dataFolder(config) },
  { name: 'keys', run: () => keys(config) },
  { name: 'prober', run: () => prober(config) },
];

function versions(): Finding {
  const { node } = process.versions;
  const [major = 0, minor = 0] = node.split('.').map(Number);
  const text = `Pagecast ${VERSION}, Node ${node}, ${process.platform} ${process.arch}`;
  const isTooOld = major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]);
  if (isTooOld) return fail(text, `Install Node ${OLDEST_NODE.join('.')} or newer.`);
  return major < OLDEST_MAINTAINED
    ? warn(text, `Node ${major} gets no security updates; use 22 or 24.`)
    : ok(text);
}

function configuration(config: Config): Finding {
  const { role, network, database, storage, queue, mail, http } = config;
  const text = `${role}; network ${network.mode}, database ${database.kind}, storage ${storage.kind}, queue ${queue.kind}, mail ${mail.kind}; ${http.publicUrl}`;
  const [risk, ...more] = risksOf(config);
  if (risk === undefined) return ok(text);
  return warn(text, [risk, ...more].join(' '));
}

async function dataFolder({ dataDir }: Config): Promise<Finding> {
  try {
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    if (errorCode(error) === 'ENOENT')
      return warn(`${dataDir} is not there yet`, 'The first start makes it.');
    if (errorCode(error) === 'ENOTDIR' || !(await stat(dataDir)).isDirectory())
      return fail(`${fileInTheWay(dataDir)} is a file and no folder`, 'Mend DATA_DIR.');
    return fail(
      `${dataDir} cannot be written (${errorCode(error) ?? 'unknown'})`,
      'Give it to the user that runs Pagecast, or mend DATA_DIR.',
    );
  }
  const room = await roomIn(dataDir);
  if (room) return room;
  return ok(`${dataDir}, ${megabytes(await freeBytes(dataDir))} free`);
}

/** @returns undefined while there is enough. */
export async function roomIn(path: string): Promise<Finding | undefined> {
  const free = await freeBytes(path);
  if (free < TOO_LITTLE_BYTES)
    return fail(`${path} has ${megabytes(free)} left`, 'Make room: uploads fail, and soon the database.');
  if (free < LITTLE_BYTES) return warn(`${path} has ${megabytes(free)} left`, 'Make room soon.');
  return undefined;
}

export async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}

async function keys(config: Config): Promise<Finding> {
  const found = await keysAsKept(config).catch((error: unknown) =>
    fail(explainStartError(error, config), 'See "If the key is lost" in docs/operate.md, if it is.'),
  );
  if (found.state === 'fail') return found;
  const fit = await fitOfKeys(config);
  const lacking = fit && whatKeysLack(config, fit);
  if (lacking) return fail(lacking.text, lacking.remedy);
  if (fit && fit.unreadable > 0)
    return warn(
      `${fit.unreadable} sealed texts fit none of the keys`,
      'Their owners have to connect again. See "If the key is lost" in docs/operate.md.',
    );
  return found;
}

/** @returns undefined if there is no database yet, or it cannot be asked: its own check says why. */
async function fitOfKeys(config: Config): Promise<KeyFit | undefined> {
  // SQLite would block this process on a disk that does not answer; this only waits.
  if (config.database.kind === 'sqlite') await access(dirname(config.database.file)).catch(() => undefined);
  const asked = withUnmigrated(config, (db, isNew) =>
    isNew ? Promise.resolve(undefined) : keyFitOf(config, db),
  );
  return withTimeout(DATABASE_MS, asked).catch(() => undefined);
}

async function keysAsKept({ secrets, dataDir }: Config): Promise<Finding> {
  if (secrets.jwt === undefined) readJwtSecret(dataDir);
  if (secrets.encryptionKeys) return ok(`ENCRYPTION_KEY is set (${secrets.encryptionKeys.length} keys)`);
  const kept = readEncryptionKeys(dataDir);
  if (!kept)
    return warn(
      'there is no encryption key yet',
      'The first start makes one in DATA_DIR. Keep a copy of it.',
    );
  for (const name of ['encryption-key', 'jwt-secret']) {
    const path = join(dataDir, name);
    const found = await stat(path).catch(() => undefined);
    if (found && process.platform !== 'win32' && (found.mode & 0o077) !== 0)
      return fail(`${path} can be read by other users`, `chmod 600 ${path}`);
  }
  if (kept.length > 1)
    return warn(
      `${kept.length} encryption keys in ${dataDir}`,
      '`cli rotate-key --drop-old` removes the old ones.',
    );
  return ok(`kept in ${dataDir}`);
}

async function prober(config: Config): Promise<Finding> {
  if (config.role === 'publisher') return ok('not needed for ROLE=publisher');
  const ffprobe = new Ffprobe(config);
  try {
    const works = await new Prober(ffprobe, new Counts()).check();
    return works
      ? ok(ffprobe.path ?? '')
      : fail(
          `${ffprobe.path ?? 'ffprobe'} does not work: videos are refused`,
          'Install ffmpeg, or set FFPROBE_PATH to an ffprobe that works.',
        );
  } finally {
    ffprobe.onApplicationShutdown();
  }
}

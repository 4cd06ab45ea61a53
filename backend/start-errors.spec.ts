import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { useScratchFolder } from '../test/support/scratch-folder';
import { loadConfig } from './config/config';
import { DatabaseAway } from './database/database-errors';
import { BucketError } from './ports/storage/bucket-error';
import { StorageAway } from './ports/storage/storage';
import { explainStartError } from './start-errors';

const at = useScratchFolder();

const SECRETS = { JWT_SECRET: 'a'.repeat(32), ENCRYPTION_KEY: 'ab'.repeat(32) };
const onSqlite = loadConfig({ DATA_DIR: '/nowhere/data', DATABASE_URL: 'sqlite:/nowhere/rows/p.sqlite' });
const onMysql = loadConfig({ ...SECRETS, DATABASE_URL: 'mysql://pagecast:geheim@db.example:3307/posts' });

const thrown = (code: string, more: object = {}) =>
  Object.assign(new Error("the driver's words"), { code, ...more });

describe('a disk that is full', () => {
  it.each([
    ['the database', thrown('SQLITE_FULL'), '/nowhere/rows'],
    [
      'a file',
      thrown('ENOSPC', { path: '/mnt/media/incoming/ab12', syscall: 'write' }),
      '/mnt/media/incoming',
    ],
    ['a folder', thrown('ENOSPC', { path: '/mnt/media/12', syscall: 'mkdir' }), '/mnt/media'],
    ['a copy', thrown('EDQUOT', { path: '/from/a', dest: '/mnt/to/b', syscall: 'copyfile' }), '/mnt/to'],
  ])('is named by its folder: %s', (_what, error, folder) => {
    expect(explainStartError(error, onSqlite)).toBe(
      `There is no room left in ${folder}. Make room, then repeat the command.`,
    );
  });

  it('is told where its folder is not known', () => {
    expect(explainStartError(thrown('ENOSPC', { syscall: 'write' }), onSqlite)).toBe(
      'There is no room left on a disk that this writes to. Make room, then repeat the command.',
    );
    expect(explainStartError(thrown('SQLITE_FULL'))).toContain('There is no room left');
  });

  it('may be a disk that fails, where SQLite cannot tell', () => {
    mkdirSync(at('rows'));
    const config = loadConfig({ DATA_DIR: at(), DATABASE_URL: `sqlite:${at('rows', 'p.sqlite')}` });
    expect(explainStartError(thrown('SQLITE_IOERR_WRITE'), config)).toBe(
      `the disk of ${at('rows')} is full, or fails (SQLITE_IOERR_WRITE). Make room or mend it, then repeat the command.`,
    );
    expect(explainStartError(thrown('SQLITE_IOERR_READ'), config)).toContain('is full, or fails');
  });

  it('may be the one of the server', () => {
    expect(explainStartError(thrown('ER_DISK_FULL'), onMysql)).toBe(
      'the database at db.example:3307 has no room left (ER_DISK_FULL). Make room there, then repeat the command.',
    );
  });
});

describe('what cannot be read', () => {
  it.each(['stat', 'lstat', 'scandir', 'opendir'])('is not called unwritable: %s', (syscall) => {
    expect(explainStartError(thrown('EACCES', { path: '/mnt/media/12', syscall }), onSqlite)).toBe(
      '/mnt/media/12 cannot be read (EACCES). Run this as the user of the product, and give that user the right to read it.',
    );
  });

  it.each(['mkdir', 'rename', 'unlink'])('is told from what cannot be written: %s', (syscall) => {
    expect(explainStartError(thrown('EACCES', { path: '/mnt/media/12', syscall }), onSqlite)).toBe(
      '/mnt/media/12 cannot be written (EACCES).',
    );
  });

  /** As somebody whom the modes of files bind. */
  function asNobody<T>(work: () => T): T {
    if (process.getuid?.() !== 0) return work();
    process.seteuid!(65_534);
    try {
      return work();
    } finally {
      process.seteuid!(0);
    }
  }

  it('is seen by looking, since a file is opened for both', () => {
    chmodSync(at(), 0o755);
    for (const name of ['closed', 'open', 'sealed']) mkdirSync(at(name));
    for (const path of [at('open', 'film'), at('open', 'mine'), at('closed', 'film'), at('sealed', 'film')])
      writeFileSync(path, 'x');
    chmodSync(at('open', 'film'), 0o000);
    chmodSync(at('open', 'mine'), 0o444);
    chmodSync(at('closed'), 0o000);
    chmodSync(at('sealed'), 0o555);
    const said = (...path: string[]) =>
      asNobody(() => explainStartError(thrown('EACCES', { path: at(...path), syscall: 'open' }), onSqlite));
    try {
      expect(said('open', 'film')).toMatch(/film cannot be read \(EACCES\)\. Run this as/);
      expect(said('closed', 'film')).toMatch(/film cannot be read \(EACCES\)\. Run this as/);
      expect(said('open', 'mine')).toMatch(/mine cannot be written \(EACCES\)\.$/);
      expect(said('sealed', 'new')).toMatch(/new cannot be written \(EACCES\)\.$/);
    } finally {
      chmodSync(at('closed'), 0o755);
    }
  });
});

describe('a server that takes no writes', () => {
  const SENTENCE =
    'the database at db.example:3307 takes no writes (ER_OPTION_PREVENTS_STATEMENT). Is it a replica? Name the server that takes them in DATABASE_URL, or let this one take them.';

  it('is there', () => {
    expect(explainStartError(thrown('ER_OPTION_PREVENTS_STATEMENT'), onMysql)).toBe(SENTENCE);
  });

  it('is not away for the services of the product', () => {
    const away = new DatabaseAway(thrown('ER_OPTION_PREVENTS_STATEMENT'), false);
    expect(explainStartError(away, onMysql)).toBe(SENTENCE);
  });

  it('is told by the option that named it', () => {
    expect(explainStartError(thrown('ER_ACCESS_DENIED_ERROR'), onMysql, '--to')).toBe(
      'db.example refuses the user or the password in --to.',
    );
  });
});

describe('a bucket without keys', () => {
  it('is told instead of a storage that is away', () => {
    expect(explainStartError(new StorageAway(new BucketError('CredentialsProviderError')), onSqlite)).toBe(
      'the media storage cannot be used: no keys were found for the bucket: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    );
  });

  it('is the same storage that is away otherwise', () => {
    expect(explainStartError(new StorageAway(), onSqlite)).toContain('cannot be reached just now');
  });
});

describe('a right that the user of MySQL lacks', () => {
  it.each([
    ["CREATE command denied to user 'a'@'b' for table `posts`.`x`", 'the right CREATE'],
    ['Befehl verweigert', 'a right'],
  ])('is named where the server does so: %s', (message, right) => {
    const error = Object.assign(new Error(message), { code: 'ER_TABLEACCESS_DENIED_ERROR' });
    expect(explainStartError(error, onMysql)).toBe(
      `the user in DATABASE_URL lacks ${right} in the database posts. Let an administrator of db.example run GRANT ALL ON that database for it.`,
    );
  });
});

import fs, { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from './config';
import { loadSecrets } from './secrets';

describe('the secrets that the product makes', () => {
  let dir: string;
  beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'pagecast-secrets-'))));
  afterEach(() => {
    jest.restoreAllMocks();
    rmSync(dir, { recursive: true });
  });

  const load = () => loadSecrets(loadConfig({ DATA_DIR: dir }));
  const kept = (name: string) => readFileSync(join(dir, name), 'utf8');

  const withoutLinks = () =>
    jest.spyOn(fs, 'linkSync').mockImplementation(() => {
      throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' });
    });

  it.each([
    ['with links', () => undefined],
    ['without links, as on exFAT', withoutLinks],
  ])('are kept, for this user only, on a disk %s', (_name, prepare) => {
    prepare();
    const made = load();
    expect(made.jwt).toMatch(/^[0-9a-f]{96}$/);
    expect(load()).toEqual(made);
    expect([kept('jwt-secret'), kept('encryption-key')]).toEqual([
      made.jwt,
      made.encryption[0]?.toString('hex'),
    ]);
    expect(readdirSync(dir).sort()).toEqual(['encryption-key', 'jwt-secret']);
    for (const name of readdirSync(dir)) expect(statSync(join(dir, name)).mode & 0o777).toBe(0o600);
  });

  it('are those of the process that was faster, also without links', () => {
    withoutLinks().mockImplementationOnce((_from, to) => {
      writeFileSync(to, 'the faster one '.repeat(4));
      throw Object.assign(new Error('EPERM'), { code: 'EPERM' });
    });
    expect(load().jwt).toBe('the faster one '.repeat(4).trim());
  });

  it.each([[''], ['\n'], ['short']])('are refused where the kept one is %j', (text) => {
    writeFileSync(join(dir, 'jwt-secret'), text);
    expect(load).toThrow(
      /jwt-secret has to hold at least 32 characters\. Put it back from a backup, or remove it/,
    );
    expect(kept('jwt-secret')).toBe(text);
  });
});

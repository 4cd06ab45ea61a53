import { ConfigError, loadConfig } from './config';
import { backupBucket } from './storage-config';

const KEYS = { AWS_ACCESS_KEY_ID: 'AKID', AWS_SECRET_ACCESS_KEY: 'hunter2' };

const problemsOf = (env: Record<string, string>): string[] => {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.lines;
    throw error;
  }
};

describe('a bucket as the storage', () => {
  it('is read with every part of its address', () => {
    const address =
      's3://media.example/one/two?endpoint=https://s3.example.com:9000&region=eu-west-1&path_style=1';
    const { storage } = loadConfig({ DATA_DIR: '/data', STORAGE_URL: address, ...KEYS });
    expect(storage).toEqual({
      kind: 's3',
      bucket: 'media.example',
      prefix: 'one/two/',
      endpoint: 'https://s3.example.com:9000',
      region: 'eu-west-1',
      pathStyle: true,
      links: 'redirect',
      keys: { accessKeyId: 'AKID', secretAccessKey: 'hunter2', sessionToken: undefined },
      incomingDir: '/data/incoming',
    });
  });

  it('needs a bucket and a region alone, and finds keys as the SDK does', () => {
    const { storage } = loadConfig({ STORAGE_URL: 's3://media?region=eu-west-1' });
    expect(storage).toMatchObject({ bucket: 'media', prefix: '', pathStyle: false, region: 'eu-west-1' });
    expect(storage).toMatchObject({ endpoint: undefined, keys: undefined });
  });

  it.each([
    ['AWS_REGION', { AWS_REGION: 'ap-south-1' }, 's3://media', 'ap-south-1'],
    [
      'the address before AWS_REGION',
      { AWS_REGION: 'ap-south-1' },
      's3://media?region=us-west-2',
      'us-west-2',
    ],
    ['custom for any store but Amazon', {}, 's3://media?endpoint=http://127.0.0.1:9000', 'us-east-1'],
  ])('takes its region from %s', (_from, env, address, region) => {
    expect(loadConfig({ STORAGE_URL: address, ...env }).storage).toMatchObject({ region });
  });

  it('takes a session token', () => {
    const { storage } = loadConfig({ STORAGE_URL: 's3://media?region=x', ...KEYS, AWS_SESSION_TOKEN: 't' });
    expect(storage).toMatchObject({ keys: { sessionToken: 't' } });
  });

  it.each([
    ['s3:media', /s3:\/\/bucket\?endpoint/],
    ['s3://', /s3:\/\/bucket/],
    ['s3://Media?region=x', /the name of a bucket/],
    ['s3://m?region=x', /the name of a bucket/],
    ['s3://media:9000?region=x', /the name of a bucket/],
    ['s3://media/a%20b?region=x', /in the prefix/],
    ['s3://media/a/%2e%2e%2fb?region=x', /in the prefix/],
    ['s3://media', /with a region/],
    ['s3://media?region=EU%20West', /with a region/],
    ['s3://media?region=x&region=y', /each once/],
    ['s3://media?region=x&acl=public-read', /these parameters at most/],
    ['s3://media?region=x#y', /these parameters at most/],
    ['s3://media?endpoint=s3.example.com', /whose endpoint is an http/],
    ['s3://media?endpoint=https://s3.example.com/media', /without a path/],
    ['s3://media?endpoint=https://user:hunter2@s3.example.com', /whose endpoint is an http/],
    ['s3://media?region=x&path_style=yes', /path_style is 0 or 1/],
    ['s3://media?region=x&links=none', /links is redirect or stream/],
    ['s3://AKID:hunter2@media?region=x', /without keys in it/],
  ])('refuses %s in one line that says what is wrong', (address, why) => {
    const problems = problemsOf({ STORAGE_URL: address });
    expect(problems).toEqual([expect.stringMatching(/^STORAGE_URL: must be /)]);
    expect(problems[0]).toMatch(why);
    expect(problems[0]).not.toContain('hunter2');
  });

  it.each([
    ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
    ['AWS_SECRET_ACCESS_KEY', 'AWS_ACCESS_KEY_ID'],
  ])('refuses %s without %s', (given, missing) => {
    const problems = problemsOf({ STORAGE_URL: 's3://media?region=x', [given]: 'hunter2' });
    expect(problems).toEqual([`${missing}: must be set when ${given} is set`]);
  });

  it('does not look at keys when the storage is a folder', () => {
    expect(problemsOf({ AWS_ACCESS_KEY_ID: 'AKID' })).toEqual([]);
  });

  it('refuses to send the browsers of an https page to an http endpoint', () => {
    const env = { PUBLIC_URL: 'https://pagecast.example', ...KEYS };
    const address = 's3://media?endpoint=http://minio:9000';
    expect(problemsOf({ ...env, STORAGE_URL: address })).toEqual([
      expect.stringMatching(/with links=stream/),
    ]);
    expect(problemsOf({ ...env, STORAGE_URL: `${address}&links=stream` })).toEqual([]);
  });
});

describe('a bucket for backups', () => {
  const ADDRESS = 's3://backups/pagecast?region=eu-west-1';
  const OWN = { BACKUP_ACCESS_KEY_ID: 'OWN', BACKUP_SECRET_ACCESS_KEY: 'other' };

  it('is read with keys of its own, or else with those of the media', () => {
    expect(backupBucket({ ...KEYS, ...OWN, BACKUP_SESSION_TOKEN: 't' }, ADDRESS)).toMatchObject({
      bucket: 'backups',
      prefix: 'pagecast/',
      keys: { accessKeyId: 'OWN', secretAccessKey: 'other', sessionToken: 't' },
    });
    expect(backupBucket({ ...KEYS, AWS_SESSION_TOKEN: 't' }, ADDRESS).keys).toEqual({
      accessKeyId: 'AKID',
      secretAccessKey: 'hunter2',
      sessionToken: 't',
    });
    expect(backupBucket({ ...KEYS, ...OWN, AWS_SESSION_TOKEN: 't' }, ADDRESS).keys?.sessionToken).toBe(
      undefined,
    );
    expect(backupBucket({}, ADDRESS).keys).toBeUndefined();
  });

  it('may have an http endpoint beside an https page, since no browser loads from it', () => {
    const env = { PUBLIC_URL: 'https://pagecast.example' };
    expect(backupBucket(env, 's3://backups?endpoint=http://minio:9000')).toMatchObject({
      endpoint: 'http://minio:9000',
    });
  });

  it.each([
    ['BACKUP_ACCESS_KEY_ID', 'BACKUP_SECRET_ACCESS_KEY'],
    ['BACKUP_SECRET_ACCESS_KEY', 'BACKUP_ACCESS_KEY_ID'],
  ])('is refused with %s and without %s, at the start of the product, too', (given, missing) => {
    const env = { ...KEYS, [given]: 'hunter2' };
    const problem = `${missing}: must be set when ${given} is set`;
    expect(problemsOf(env)).toEqual([problem]);
    expect(() => backupBucket(env, ADDRESS)).toThrow(`${problem}.`);
  });

  it('is refused in one sentence that says what is wrong, and quotes no key', () => {
    const wrong = () => backupBucket({}, 's3://AKID:hunter2@backups?region=x');
    expect(wrong).toThrow(/^The address must be without keys in it/);
    expect(wrong).not.toThrow(/hunter2/);
  });
});

import { defaultConcurrency } from './concurrency';
import { ConfigError, loadConfig } from './config';

const problemsOf = (env: Record<string, string>): string[] => {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.lines;
    throw error;
  }
};

describe('configuration', () => {
  it('needs no variable: every part has an embedded default', () => {
    const config = loadConfig({});
    expect(config.http).toEqual({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      trustedProxies: [],
    });
    expect(config.registration).toBe('open');
    expect(config.shutdownGraceMs).toBe(25_000);
    expect(config.database.kind).toBe('sqlite');
    expect(config.network).toMatchObject({
      mode: 'rehearsal',
      graphUrl: 'https://graph.facebook.com',
      version: 'v26.0',
    });
    expect(config.publishing).toEqual({
      tickMs: 1000,
      concurrency: defaultConcurrency(),
      missedAfterMs: 86_400_000,
    });
  });

  it('takes an IPv6 address to listen on with the brackets that it has in a URL, or without', () => {
    const hosts = ['[::1]', '::1', '[::]', '[fd00::a1]', 'localhost', '[name]'];
    expect(hosts.map((HOST) => loadConfig({ HOST }).http.host)).toEqual([
      '::1',
      '::1',
      '::',
      'fd00::a1',
      'localhost',
      '[name]',
    ]);
  });

  it('treats an empty variable as unset', () => {
    expect(loadConfig({ PORT: '', DATABASE_URL: '' }).http.port).toBe(3000);
  });

  it.each([
    ['PORT', 'abc', /^PORT: must be a whole number/],
    ['PORT', '70000', /^PORT: must be a whole number/],
    ['ROLE', 'boss', /^ROLE: must be one of all, api, publisher/],
    ['NETWORK', 'meta', /^NETWORK: must be one of/],
    ['GRAPH_URL', 'ftp://x', /^GRAPH_URL: must be an http/],
    ['GRAPH_VERSION', '26', /^GRAPH_VERSION: must be a version/],
    ['DATABASE_URL', 'postgres://x/y', /^DATABASE_URL: must be sqlite:/],
    ['DATABASE_URL', 'mysql:/h/db', /^DATABASE_URL: must be mysql:/],
    ['DATABASE_URL', 'mysql://h', /^DATABASE_URL: must be mysql:/],
    ['DATABASE_URL', 'mysql://h/db/', /^DATABASE_URL: must be mysql:/],
    ['DATABASE_URL', 'mysql://h/db#x', /^DATABASE_URL: must be mysql:/],
    ['DATABASE_URL', 'mysql://h/db?ssl=true', /^DATABASE_URL: must be .* no other parameter than tls=true$/],
    ['DATABASE_URL', 'mysql://h/db?tls=false', /^DATABASE_URL: must be .* no other parameter/],
    ['DATABASE_URL', 'mysql://h/db?tls=true&tls=true', /^DATABASE_URL: must be .* no other parameter/],
    ['DATABASE_URL', 'mysql://[::1]/db?tls=true', /^DATABASE_URL: must be .* a host name if tls=true/],
    ['DATABASE_URL', 'mysql://u:50%off@h/db', /^DATABASE_URL: must be an address with %25 for each %/],
    ['DATABASE_URL', 'mysql://h/50%', /^DATABASE_URL: must be an address with %25 for each %/],
    ['QUEUE_URL', 'amqp://localhost', /^QUEUE_URL: must be memory:, redis:/],
    ['QUEUE_URL', 'redis://', /^QUEUE_URL: must be/],
    ['QUEUE_URL', 'redis://only-user@h:6379', /^QUEUE_URL: must be/],
    ['QUEUE_URL', 'redis://:100%@h', /^QUEUE_URL: must be/],
    ['QUEUE_URL', 'redis://h:6379/first', /^QUEUE_URL: must be/],
    ['QUEUE_URL', 'redis://h:6379/0?family=6', /^QUEUE_URL: must be/],
    ['STORAGE_URL', 'gs://bucket', /^STORAGE_URL: must be file:<folder> or s3:/],
    ['MAIL_URL', 'imap://h', /^MAIL_URL: must be file:<folder>, smtp:/],
    ['MAIL_URL', 'smtp://', /^MAIL_URL: must be/],
    ['MAIL_URL', 'smtp://only-user@h:587', /^MAIL_URL: must be/],
    ['MAIL_URL', 'smtp://u:100%@h', /^MAIL_URL: must be/],
    ['MAIL_URL', 'smtp://h:587/?tls.rejectUnauthorized=false', /^MAIL_URL: must be/],
    ['MAIL_FROM', 'a@example.com\r\nBcc: b@example.com', /^MAIL_FROM: must be/],
    ['JWT_SECRET', 'short', /^JWT_SECRET: must be at least 32/],
    ['ENCRYPTION_KEY', 'zz', /^ENCRYPTION_KEY: must be 64 hexadecimal/],
    ['ADMIN_PASSWORD', 'longenough', /^ADMIN_EMAIL: must be set/],
    ['SUPPORT_PHONE', '+49 151', /^SUPPORT_PHONE: must be/],
    ['PUBLISH_TICK_SECONDS', '0', /^PUBLISH_TICK_SECONDS/],
    ['PUBLIC_URL', 'https://example.com/pagecast', /^PUBLIC_URL: must be an http/],
    ['PUBLIC_URL', 'https://user:pass@example.com', /^PUBLIC_URL: must be an http/],
    ['TRUSTED_PROXIES', '10.0.0.0/33', /^TRUSTED_PROXIES: must be addresses or networks/],
    ['TRUSTED_PROXIES', '10.0.0.1, proxy', /^TRUSTED_PROXIES: must be/],
    ['TRUSTED_PROXIES', '10.0.0.1,', /^TRUSTED_PROXIES: must be/],
    ['REGISTRATION', 'no', /^REGISTRATION: must be one of open, closed/],
    ['META_APP_ID', '123', /^META_APP_SECRET: must be set when META_APP_ID is set/],
    ['META_APP_SECRET', 'abc', /^META_APP_ID: must be set when META_APP_SECRET is set/],
    ['META_CONFIG_ID', '123', /^META_APP_ID: must be set when META_CONFIG_ID is set/],
    ['DIALOG_URL', 'https://www.facebook.com/v26.0', /^DIALOG_URL: must be an http/],
    ['SHUTDOWN_GRACE_SECONDS', '-1', /^SHUTDOWN_GRACE_SECONDS: must be a whole number/],
    ['ENCRYPTION_KEY', `${'a'.repeat(64)},b`, /^ENCRYPTION_KEY: must be 64 hexadecimal/],
    ['ENCRYPTION_KEY', `${'a'.repeat(64)},`, /^ENCRYPTION_KEY: must be 64 hexadecimal/],
    ['DATABASE_URL', 'sqlite:/srv/50%/a', /^DATABASE_URL: must be sqlite:<path>, with %25 for each %/],
    ['STORAGE_URL', 'file:/srv/100%', /^STORAGE_URL: must be file:<path>, with %25 for each %/],
    ['MAIL_URL', 'file:/x%', /^MAIL_URL: must be file:<path>, with %25 for each %/],
    // As from `file:$UNSET`.
    ['DATABASE_URL', 'sqlite:', /^DATABASE_URL: sqlite: names no file$/],
    ['STORAGE_URL', 'file:', /^STORAGE_URL: file: names no folder$/],
    ['STORAGE_URL', 'file:///', /^STORAGE_URL: file: names no folder$/],
    ['MAIL_URL', 'file:', /^MAIL_URL: file: names no folder$/],
    ['LOG_LEVEL', 'loud', /^LOG_LEVEL: must be one of/],
  ])('refuses %s=%s in one line', (name, value, line) => {
    expect(problemsOf({ [name]: value })).toEqual([expect.stringMatching(line)]);
  });

  it.each([
    ['smtp://127.0.0.1:2525', { host: '127.0.0.1', port: 2525, secure: false }],
    ['smtp://[::1]', { host: '::1', port: 587, secure: false }],
    ['smtp://me:p%40ss@h', { host: 'h', port: 587, secure: false, auth: { user: 'me', pass: 'p@ss' } }],
    ['smtps://me:p@h', { host: 'h', port: 465, secure: true, auth: { user: 'me', pass: 'p' } }],
  ])('reads the mail server %s', (url, server) => {
    const from = 'Team <team@example.com>';
    expect(loadConfig({ MAIL_URL: url, MAIL_FROM: from }).mail).toEqual({ kind: 'smtp', from, ...server });
  });

  it.each([
    ['redis://127.0.0.1:6380', { host: '127.0.0.1', port: 6380, db: 0, tls: false }],
    ['redis://[::1]/', { host: '::1', port: 6379, db: 0, tls: false }],
    ['redis://:p%40ss@h/3', { host: 'h', port: 6379, db: 3, tls: false, password: 'p@ss' }],
    ['rediss://me:p@h', { host: 'h', port: 6379, db: 0, tls: true, username: 'me', password: 'p' }],
  ])('reads the Redis server %s', (url, server) => {
    expect(loadConfig({ QUEUE_URL: url }).queue).toEqual({ kind: 'bull', ...server });
  });

  it('keeps the queue in the process by default', () => {
    expect(loadConfig({}).queue).toEqual({ kind: 'memory' });
    expect(loadConfig({ QUEUE_URL: 'memory:' }).queue).toEqual({ kind: 'memory' });
  });

  it.each(['password', 'Password1', 'Admin@example.com'])(
    'refuses %s as the password of the first administrator',
    (password) => {
      expect(problemsOf({ ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: password })).toEqual([
        expect.stringMatching(/^ADMIN_PASSWORD: must be a password that is neither/),
      ]);
    },
  );

  it('reads proxies, an app and several keys', () => {
    const [newest, older] = ['a'.repeat(64), 'B'.repeat(64)];
    const config = loadConfig({
      TRUSTED_PROXIES: '10.0.0.0/8, fd00::1,192.0.2.7',
      ENCRYPTION_KEY: `${newest}, ${older}`,
      META_APP_ID: '1234567890',
      META_APP_SECRET: 's3cret',
      META_CONFIG_ID: '987',
      DIALOG_URL: 'https://dialog.example.com/',
      PUBLIC_URL: 'https://Example.com/',
    });
    expect(config.http.trustedProxies).toEqual(['10.0.0.0/8', 'fd00::1', '192.0.2.7']);
    expect(config.http.publicUrl).toBe('https://example.com');
    expect(config.secrets.encryptionKeys).toEqual([newest, older]);
    expect(config.network.app).toEqual({ id: '1234567890', secret: 's3cret', loginConfigId: '987' });
    expect(config.network.dialogUrl).toBe('https://dialog.example.com');
    expect(loadConfig({}).network.dialogUrl).toBe('https://www.facebook.com');
  });

  it('names every invalid variable, and never a value', () => {
    const problems = problemsOf({ PORT: 'x', ROLE: 'y', JWT_SECRET: 'hunter2' });
    expect(problems).toHaveLength(3);
    expect(problems.join()).not.toContain('hunter2');
  });

  it('requires both secrets when the database is not SQLite', () => {
    expect(problemsOf({ DATABASE_URL: 'mariadb://root@127.0.0.1:3306/x' })).toEqual([
      expect.stringContaining('JWT_SECRET'),
      expect.stringContaining('ENCRYPTION_KEY'),
    ]);
  });
});

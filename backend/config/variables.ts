interface Description {
  /** Its value when it is unset, as it would be written. */
  fallback?: string;
  /** The same in words, where it is not one value. */
  otherwise?: string;
  meaning: string;
}

/**
 * What the documents say of each variable (`npm run variables`). What it accepts comes from `loadConfig` itself. Nothing
 * of the product reads this.
 */
export const VARIABLES: Record<string, Description> = {
  PORT: { fallback: '3000', meaning: 'port of the API, the screens, health and metrics' },
  HOST: { fallback: '127.0.0.1', meaning: 'address to listen on; the container has `0.0.0.0`' },
  PUBLIC_URL: {
    otherwise: '`http://localhost:$PORT`',
    meaning: 'the address that people open: base of links in mails; https makes browsers insist on it',
  },
  TRUSTED_PROXIES: {
    otherwise: 'none',
    meaning:
      'whose `X-Forwarded-For` counts; without it everybody behind a proxy is one client to the limits',
  },
  REGISTRATION: { fallback: 'open', meaning: '`closed`: only administrators add people' },
  ROLE: {
    fallback: 'all',
    meaning:
      '`api`: answers and does not publish; `publisher`: publishes, and answers health and metrics only',
  },
  DATA_DIR: { fallback: './data', meaning: 'everything that the embedded parts keep' },
  DATABASE_URL: {
    otherwise: 'SQLite in `DATA_DIR`',
    meaning: 'the database; with `?tls=true` encrypted, and its certificate is verified',
  },
  QUEUE_URL: {
    fallback: 'memory:',
    meaning: 'how processes wake each other: within one, or by Redis; `rediss://` is encrypted',
  },
  STORAGE_URL: { otherwise: '`DATA_DIR/media`', meaning: 'where media are; several processes share one' },
  AWS_ACCESS_KEY_ID: {
    otherwise: 'where the SDK finds them',
    meaning: 'key of the bucket, with `STORAGE_URL=s3://…`; both or neither',
  },
  AWS_SECRET_ACCESS_KEY: { otherwise: 'where the SDK finds them', meaning: 'its secret' },
  AWS_SESSION_TOKEN: { otherwise: 'unset', meaning: 'with keys that expire' },
  AWS_REGION: { otherwise: 'unset', meaning: 'region of the bucket, if `STORAGE_URL` names none' },
  AWS_DEFAULT_REGION: { otherwise: 'unset', meaning: 'the same, if `AWS_REGION` is unset' },
  BACKUP_ACCESS_KEY_ID: {
    otherwise: '`AWS_ACCESS_KEY_ID`',
    meaning: 'key of the bucket of the backups, if it is another one; both or neither',
  },
  BACKUP_SECRET_ACCESS_KEY: { otherwise: '`AWS_SECRET_ACCESS_KEY`', meaning: 'its secret' },
  BACKUP_SESSION_TOKEN: { otherwise: 'unset', meaning: 'with keys that expire' },
  MAIL_URL: { otherwise: 'files in `DATA_DIR/mail`', meaning: 'the mail server' },
  MAIL_FROM: { fallback: 'Pagecast <pagecast@localhost>', meaning: 'sender of mails' },
  NETWORK: {
    fallback: 'rehearsal',
    meaning: '`live`: Meta; `rehearsal`: a stand-in, nothing leaves the machine',
  },
  GRAPH_URL: { fallback: 'https://graph.facebook.com', meaning: "Meta's Graph API, with `NETWORK=live`" },
  RUPLOAD_URL: { fallback: 'https://rupload.facebook.com', meaning: "Meta's host for uploads" },
  DIALOG_URL: { fallback: 'https://www.facebook.com', meaning: "host of Meta's login dialog" },
  GRAPH_VERSION: { fallback: 'v26.0', meaning: 'version of the Graph API' },
  INSTAGRAM_PICTURES: {
    fallback: 'auto',
    meaning:
      'how Instagram gets pictures, which it takes by address only: `link`: by an address under `PUBLIC_URL`, which must be public; `page`: by way of the Page; `auto`: `link` if `PUBLIC_URL` is public, otherwise `page`',
  },
  META_APP_ID: {
    otherwise: 'unset',
    meaning: 'the app at Meta ([meta-app.md](meta-app.md)); both or neither',
  },
  META_APP_SECRET: { otherwise: 'unset', meaning: 'its secret' },
  META_CONFIG_ID: {
    otherwise: 'unset',
    meaning: 'its configuration of Facebook Login for Business; unset: the dialog asks for each permission',
  },
  HTTPS_PROXY: { otherwise: 'unset', meaning: 'a proxy for calls to Meta' },
  NO_PROXY: { otherwise: 'unset', meaning: 'hosts that it is not for' },
  JWT_SECRET: {
    otherwise: 'made at the first start, in `DATA_DIR`',
    meaning: 'signs sessions; needed with MySQL, the same in all processes',
  },
  ENCRYPTION_KEY: {
    otherwise: 'made at the first start, in `DATA_DIR`',
    meaning: 'seals access tokens and signs media links; needed with MySQL, the same in all processes',
  },
  METRICS_TOKEN: {
    otherwise: 'unset',
    meaning: 'bearer token of `/metrics`; unset: callers on this machine only',
  },
  ADMIN_EMAIL: {
    otherwise: '`admin@pagecast.local`',
    meaning: 'the first administrator, made on an empty database only',
  },
  ADMIN_PASSWORD: {
    otherwise: 'made, and printed once',
    meaning: 'the password of the first administrator; needs `ADMIN_EMAIL`',
  },
  PUBLISH_TICK_SECONDS: { fallback: '1', meaning: 'how often a publisher looks for due posts, at least' },
  PUBLISH_CONCURRENCY: {
    otherwise: 'by memory',
    meaning: 'posts that one process has under way at a time; it sends the bytes of 64',
  },
  MISSED_AFTER_MINUTES: {
    fallback: '1440',
    meaning: 'a post that is later than that is not sent, but fails as missed',
  },
  MEDIA_RETENTION_DAYS: {
    fallback: '7',
    meaning: 'days after which media of published and failed posts are deleted; 0 keeps them',
  },
  UPLOAD_EXPIRES_MINUTES: {
    fallback: '1440',
    meaning: 'how long an upload without a further byte is kept, and a file that no item uses',
  },
  MAX_VIDEO_MB: { fallback: '100', meaning: 'the largest video of the format `video`; up to 10240' },
  SHUTDOWN_GRACE_SECONDS: {
    fallback: '25',
    meaning: 'how long a stopping process waits for what is under way; give its supervisor ten more',
  },
  FFPROBE_PATH: { otherwise: "the package's, else the one on the `PATH`", meaning: 'the prober of videos' },
  SUPPORT_PHONE: { otherwise: 'unset', meaning: 'number of the messaging link; unset hides it' },
  LOG_LEVEL: { fallback: 'info', meaning: 'logs are lines of JSON on standard output' },
};

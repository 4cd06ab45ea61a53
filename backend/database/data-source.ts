import type { Database as Handle } from 'better-sqlite3';
import type { DataSourceOptions } from 'typeorm';
import type { Config } from '../config/config';
import { mysqlServerOf } from '../config/database-url';
import { FirstSlice1763700000000 } from '../../migrations/1763700000000-first-slice';
import { Library1763800000000 } from '../../migrations/1763800000000-library';
import { LimitsAndMails1764100000000 } from '../../migrations/1764100000000-limits-and-mails';
import { PostsComeBack1764190000000 } from '../../migrations/1764190000000-posts-come-back';
import { SignIn1764400000000 } from '../../migrations/1764400000000-sign-in';
import { Activity1764500000000 } from '../../migrations/1764500000000-activity';
import { TwoFactors1764510000000 } from '../../migrations/1764510000000-two-factors';
import { AccountLocks1764600000000 } from '../../migrations/1764600000000-account-locks';
import { MissingPermissions1764700000000 } from '../../migrations/1764700000000-missing-permissions';
import { Installation1764800000000 } from '../../migrations/1764800000000-installation';
import { FailedAt1764810000000 } from '../../migrations/1764810000000-failed-at';
import { PlanRequests1764910000000 } from '../../migrations/1764910000000-plan-requests';
import { PlanOnRegistration1764920000000 } from '../../migrations/1764920000000-plan-on-registration';
import { WideReviews1764930000000 } from '../../migrations/1764930000000-wide-reviews';
import { PlainNames1765030000000 } from '../../migrations/1765030000000-plain-names';
import { IdleSince1764930000001 } from '../../migrations/1764930000001-idle-since';
import { FirstSteps1764950000000 } from '../../migrations/1764950000000-first-steps';
import { HasScheduled1764960000000 } from '../../migrations/1764960000000-has-scheduled';
import { PostsByRemoteId1764970000000 } from '../../migrations/1764970000000-posts-by-remote-id';
import { Formats1764980000000 } from '../../migrations/1764980000000-formats';
import { ChangeCounters1764990000000 } from '../../migrations/1764990000000-change-counters';
import { UsesOfVideo1764930000002 } from '../../migrations/1764930000002-uses-of-video';
import { Accounts1765000000000 } from '../../migrations/1765000000000-accounts';
import { DuePostsByStatus1765010000000 } from '../../migrations/1765010000000-due-posts-by-status';
import { PostsOfSharedVideos1765020000000 } from '../../migrations/1765020000000-posts-of-shared-videos';
import { AgeOfMails1765040000000 } from '../../migrations/1765040000000-age-of-mails';
import { ConnectSessions1765110000000 } from '../../migrations/1765110000000-connect-sessions';
import { MaxAccounts1765120000000 } from '../../migrations/1765120000000-max-accounts';
import { DataAccess1765130000000 } from '../../migrations/1765130000000-data-access';
import { PostsOfAccounts1765140000000 } from '../../migrations/1765140000000-posts-of-accounts';
import { DataDeletions1765150000000 } from '../../migrations/1765150000000-data-deletions';
import { AccountPictures1765160000000 } from '../../migrations/1765160000000-account-pictures';
import { PostingTimes1765170000000 } from '../../migrations/1765170000000-posting-times';
import { Media1765180000000 } from '../../migrations/1765180000000-media';
import { Drafts1765190000000 } from '../../migrations/1765190000000-drafts';
import { Fingerprints1765200000000 } from '../../migrations/1765200000000-fingerprints';
import { PostsPerDay1765200000001 } from '../../migrations/1765200000001-posts-per-day';
import { PostsByStatus1765210000000 } from '../../migrations/1765210000000-posts-by-status';
import { PostMedia1765220000000 } from '../../migrations/1765220000000-post-media';
import { FacebookReels1765220000001 } from '../../migrations/1765220000001-facebook-reels';
import { LongTexts1765230000000 } from '../../migrations/1765230000000-long-texts';
import { UploadPieces1765245000000 } from '../../migrations/1765245000000-upload-pieces';
import { LongSessions1765260000000 } from '../../migrations/1765260000000-long-sessions';
import { KeyedCalls1765270000000 } from '../../migrations/1765270000000-keyed-calls';
import { BegunCalls1765280000000 } from '../../migrations/1765280000000-begun-calls';
import { OriginalEnds1765290000000 } from '../../migrations/1765290000000-original-ends';
import { PostsByTime1765300000000 } from '../../migrations/1765300000000-posts-by-time';
import { UrgentMails1765302000000 } from '../../migrations/1765302000000-urgent-mails';
import { SizesOfAnswers1765303000000 } from '../../migrations/1765303000000-sizes-of-answers';
import { WhatEndedAndFailed1765330000000 } from '../../migrations/1765330000000-what-ended-and-failed';
import { UntoldEnds1765340000000 } from '../../migrations/1765340000000-untold-ends';
import { HeldBytes1765350000000 } from '../../migrations/1765350000000-held-bytes';
import { PlanLimits1765360000000 } from '../../migrations/1765360000000-plan-limits';
import { PickedVideos1765370000000 } from '../../migrations/1765370000000-picked-videos';
import { LeftAccounts1765380000000 } from '../../migrations/1765380000000-left-accounts';
import { WherePublished1765385000000 } from '../../migrations/1765385000000-where-published';
import { SnakeNaming } from './snake-naming';
import { folded } from './folded';

/** Every migration, oldest first; the same files run on SQLite and on MySQL. */
export const MIGRATIONS = [
  FirstSlice1763700000000,
  Library1763800000000,
  LimitsAndMails1764100000000,
  PostsComeBack1764190000000,
  SignIn1764400000000,
  Activity1764500000000,
  TwoFactors1764510000000,
  AccountLocks1764600000000,
  MissingPermissions1764700000000,
  Installation1764800000000,
  FailedAt1764810000000,
  PlanRequests1764910000000,
  PlanOnRegistration1764920000000,
  WideReviews1764930000000,
  IdleSince1764930000001,
  FirstSteps1764950000000,
  HasScheduled1764960000000,
  PostsByRemoteId1764970000000,
  UsesOfVideo1764930000002,
  Formats1764980000000,
  ChangeCounters1764990000000,
  Accounts1765000000000,
  DuePostsByStatus1765010000000,
  PostsOfSharedVideos1765020000000,
  PlainNames1765030000000,
  AgeOfMails1765040000000,
  ConnectSessions1765110000000,
  MaxAccounts1765120000000,
  DataAccess1765130000000,
  PostsOfAccounts1765140000000,
  DataDeletions1765150000000,
  AccountPictures1765160000000,
  PostingTimes1765170000000,
  Media1765180000000,
  Drafts1765190000000,
  Fingerprints1765200000000,
  PostsPerDay1765200000001,
  PostsByStatus1765210000000,
  PostMedia1765220000000,
  FacebookReels1765220000001,
  LongTexts1765230000000,
  UploadPieces1765245000000,
  LongSessions1765260000000,
  KeyedCalls1765270000000,
  BegunCalls1765280000000,
  OriginalEnds1765290000000,
  PostsByTime1765300000000,
  UrgentMails1765302000000,
  SizesOfAnswers1765303000000,
  WhatEndedAndFailed1765330000000,
  UntoldEnds1765340000000,
  HeldBytes1765350000000,
  PlanLimits1765360000000,
  PickedVideos1765370000000,
  LeftAccounts1765380000000,
  WherePublished1765385000000,
];

const CONNECT_MS = 5_000;
const BUSY_TIMEOUT_MS = 5_000;

type Entities = NonNullable<DataSourceOptions['entities']>;

export function dataSourceOptions(database: Config['database'], entities: Entities): DataSourceOptions {
  const shared = {
    entities,
    migrations: MIGRATIONS,
    namingStrategy: new SnakeNaming(),
    synchronize: false,
    logging: false,
  };
  if (database.kind === 'sqlite') {
    return {
      ...shared,
      type: 'better-sqlite3',
      database: database.file,
      timeout: BUSY_TIMEOUT_MS,
      prepareDatabase,
    };
  }
  const { tls, ...server } = mysqlServerOf(database.url);
  return {
    ...shared,
    type: database.driver,
    ...server,
    // Without `verifyIdentity` the driver takes the certificate of any host.
    ...(tls && { ssl: { verifyIdentity: true } }),
    charset: 'utf8mb4',
    timezone: 'Z',
    supportBigNumbers: true,
    bigNumberStrings: false,
    poolSize: 10,
    connectTimeout: CONNECT_MS,
  };
}

function prepareDatabase(handle: Handle): void {
  handle.pragma('journal_mode = WAL');
  // In WAL mode better-sqlite3 starts with NORMAL, which can lose an acknowledged commit when the power fails.
  handle.pragma('synchronous = FULL');
  handle.pragma('foreign_keys = ON');
  handle.function('folded', { deterministic: true }, (text: unknown) =>
    typeof text === 'string' ? folded(text) : text,
  );
}

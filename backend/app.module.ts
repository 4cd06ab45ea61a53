import { Global, Module, type DynamicModule } from '@nestjs/common';
import { join } from 'node:path';
import { ActivityEntry } from './activity/activity.entity';
import { ActivityModule } from './activity/activity.module';
import { AdminModule } from './admin/admin.module';
import { AuthModule } from './auth/auth.module';
import { KnownAddress } from './auth/known-address.entity';
import { LimitWindow } from './auth/limit-window.entity';
import { ResetLink } from './auth/reset-link.entity';
import { Session } from './auth/session.entity';
import { RecoveryCode } from './auth/two-factor/recovery-code.entity';
import { SignInChallenge } from './auth/two-factor/sign-in-challenge.entity';
import { SEALED_SECRETS } from './auth/two-factor/encrypted-secret';
import { Clock } from './common/time/clock';
import { Counts } from './common/metrics/counts';
import { RateLimits } from './common/limits/rate-limits';
import { Caption } from './captions/caption.entity';
import { CaptionsModule } from './captions/captions.module';
import { CategoriesModule } from './categories/categories.module';
import { Category } from './categories/category.entity';
import { AutopostModule } from './autopost/autopost.module';
import { CalendarModule } from './calendar/calendar.module';
import { FirstStepsModule } from './first-steps/first-steps.module';
import { ClientConfigModule } from './client-config/client-config.module';
import type { Config } from './config/config';
import { ConfigModule } from './config/config.module';
import type { Secrets } from './config/secrets';
import { Account } from './accounts/account.entity';
import { EarlierName } from './accounts/connection/earlier-name.entity';
import { AccountSettings } from './accounts/settings/account-settings.entity';
import { BulkMark } from './accounts/turns/bulk-mark.entity';
import { AccountsModule } from './accounts/accounts.module';
import { SEALED_TOKENS } from './accounts/accounts.service';
import { ConnectModule } from './connect/connect.module';
import { ConnectPage } from './connect/connect-page.entity';
import { ConnectSession } from './connect/connect-session.entity';
import { SEALED_COLUMNS } from './connect/connect-sessions';
import { DataDeletion } from './connect/data-deletion.entity';
import { DatabaseModule } from './database/database.module';
import { HealthModule } from './health/health.module';
import { KeyedCall } from './keyed-calls/keyed-call.entity';
import { KeyedCallsModule } from './keyed-calls/keyed-calls.module';
import { SEALED_ANSWERS } from './keyed-calls/keyed-calls';
import { LiveModule } from './live/live.module';
import { OutboxMail } from './ports/mail/outbox-mail.entity';
import { MailModule } from './ports/mail/mail.module';
import { SEALED_MAILS } from './ports/mail/outbox';
import { Chore } from './database/chore.entity';
import { NetworksModule } from './ports/networks/networks.module';
import { QueueModule } from './ports/queue/queue.module';
import { InstallationRow } from './ports/storage/installation.entity';
import { StorageModule } from './ports/storage/storage.module';
import { PostMedium } from './publishing/posts/post-medium.entity';
import { PublishStep } from './publishing/publisher/publish-step.entity';
import { PublisherHeartbeat } from './publishing/publisher/heartbeat.entity';
import { Post } from './publishing/posts/post.entity';
import { PublishingModule } from './publishing/publishing.module';
import { RehearsalModule } from './rehearsal/rehearsal.module';
import { LibraryUse } from './shared-videos/library-use.entity';
import { SharedVideo } from './shared-videos/shared-video.entity';
import { SharedVideosModule } from './shared-videos/shared-videos.module';
import { PlanRequest } from './subscriptions/plan-request.entity';
import { Plan } from './subscriptions/plan.entity';
import { QuotaUsage } from './subscriptions/quota-usage.entity';
import { Subscription } from './subscriptions/subscription.entity';
import { ShutdownModule } from './shutdown/shutdown.module';
import { SubscriptionsModule } from './subscriptions/subscriptions.module';
import { Medium } from './uploads/medium.entity';
import { UploadPiece } from './uploads/upload-piece.entity';
import { UploadsModule } from './uploads/uploads.module';
import { ChangeCounter } from './users/change-counter.entity';
import { User } from './users/user.entity';
import { UsersModule } from './users/users.module';

export const ENTITIES = [
  User,
  Session,
  RecoveryCode,
  SignInChallenge,
  ResetLink,
  KnownAddress,
  LimitWindow,
  Account,
  AccountSettings,
  ConnectSession,
  ConnectPage,
  DataDeletion,
  EarlierName,
  Plan,
  Subscription,
  QuotaUsage,
  Post,
  PostMedium,
  PublishStep,
  PublisherHeartbeat,
  Category,
  Caption,
  SharedVideo,
  LibraryUse,
  ChangeCounter,
  ActivityEntry,
  OutboxMail,
  InstallationRow,
  Chore,
  BulkMark,
  PlanRequest,
  Medium,
  UploadPiece,
  KeyedCall,
];

/** What the modules seal, for those who look at a database without them. */
export const SEALED = [...SEALED_TOKENS, ...SEALED_COLUMNS, SEALED_SECRETS, SEALED_MAILS, SEALED_ANSWERS];

@Global()
@Module({ providers: [Clock, Counts, RateLimits], exports: [Clock, Counts, RateLimits] })
class CommonModule {}

@Module({})
export class AppModule {
  static register(config: Config, secrets: Secrets): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.register(config, secrets),
        CommonModule,
        DatabaseModule.register(config.database, ENTITIES),
        StorageModule,
        QueueModule.register(config),
        NetworksModule,
        MailModule,
        UsersModule,
        KeyedCallsModule,
        ActivityModule,
        AuthModule,
        AccountsModule,
        SubscriptionsModule,
        CategoriesModule,
        CaptionsModule,
        SharedVideosModule,
        UploadsModule,
        PublishingModule,
        AutopostModule,
        CalendarModule,
        ConnectModule,
        FirstStepsModule,
        LiveModule,
        AdminModule,
        HealthModule,
        ShutdownModule,
        ClientConfigModule,
        ...(config.network.mode === 'rehearsal' ? [rehearsal(config, secrets)] : []),
      ],
    };
  }
}

function rehearsal(config: Config, secrets: Secrets): DynamicModule {
  const key = rehearsalKey(secrets);
  return RehearsalModule.register({ dir: rehearsalDir(config), publicUrl: config.http.publicUrl, key });
}

export const rehearsalKey = ({ encryption }: Secrets): Buffer => Buffer.concat(encryption);

export const rehearsalDir = (config: Config): string => join(config.dataDir, 'rehearsal');

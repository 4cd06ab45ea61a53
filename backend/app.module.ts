import { Global, Module, type DynamicModule } from '@nestjs/common';
import { join } from 'node:path';
import { AdminModule } from './admin/admin.module';
import { AuthModule } from './auth/auth.module';
import { LimitWindow } from './auth/limit-window.entity';
import { Session } from './auth/session.entity';
import { Clock } from './common/clock';
import { RateLimits } from './common/rate-limits';
import { Caption } from './captions/caption.entity';
import { CaptionsModule } from './captions/captions.module';
import { CategoriesModule } from './categories/categories.module';
import { Category } from './categories/category.entity';
import { AutopostModule } from './autopost/autopost.module';
import { CalendarModule } from './calendar/calendar.module';
import { ClientConfigModule } from './client-config/client-config.module';
import type { Config } from './config/config';
import { ConfigModule } from './config/config.module';
import type { Secrets } from './config/secrets';
import { Connection } from './connections/connection.entity';
import { ConnectionsModule } from './connections/connections.module';
import { DatabaseModule } from './database/database.module';
import { HealthModule } from './health/health.module';
import { LiveModule } from './live/live.module';
import { KeptMail } from './ports/mail/kept-mail.entity';
import { MailModule } from './ports/mail/mail.module';
import { InstagramModule } from './instagram/instagram.module';
import { PhotosModule } from './photos/photos.module';
import { NetworksModule } from './ports/networks/networks.module';
import { QueueModule } from './ports/queue/queue.module';
import { StorageModule } from './ports/storage/storage.module';
import { Attempt } from './publishing/attempt.entity';
import { PublisherHeartbeat } from './publishing/heartbeat.entity';
import { Post } from './publishing/post.entity';
import { RehearsalModule } from './rehearsal/rehearsal.module';
import { LibraryUse } from './shared-videos/library-use.entity';
import { SharedVideo } from './shared-videos/shared-video.entity';
import { SharedVideosModule } from './shared-videos/shared-videos.module';
import { Plan } from './subscriptions/plan.entity';
import { QuotaUsage } from './subscriptions/quota-usage.entity';
import { Subscription } from './subscriptions/subscription.entity';
import { SubscriptionsModule } from './subscriptions/subscriptions.module';
import { Feed } from './users/feed.entity';
import { User } from './users/user.entity';
import { UsersModule } from './users/users.module';
import { VideosModule } from './videos/videos.module';

export const ENTITIES = [
  User,
  Session,
  LimitWindow,
  Connection,
  Plan,
  Subscription,
  QuotaUsage,
  Post,
  Attempt,
  PublisherHeartbeat,
  Category,
  Caption,
  SharedVideo,
  LibraryUse,
  Feed,
  KeptMail,
];

@Global()
@Module({ providers: [Clock, RateLimits], exports: [Clock, RateLimits] })
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
        QueueModule,
        NetworksModule,
        MailModule,
        UsersModule,
        AuthModule,
        ConnectionsModule,
        SubscriptionsModule,
        CategoriesModule,
        CaptionsModule,
        SharedVideosModule,
        VideosModule,
        InstagramModule,
        PhotosModule,
        AutopostModule,
        CalendarModule,
        LiveModule,
        AdminModule,
        HealthModule,
        ClientConfigModule,
        ...(config.network.mode === 'rehearsal'
          ? [RehearsalModule.register({ dir: rehearsalDir(config) })]
          : []),
      ],
    };
  }
}

export const rehearsalDir = (config: Config): string => join(config.dataDir, 'rehearsal');

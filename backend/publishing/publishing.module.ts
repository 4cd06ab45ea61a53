import { Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { CaptionsModule } from '../captions/captions.module';
import { AccountsModule } from '../accounts/accounts.module';
import { SharedVideosModule } from '../shared-videos/shared-videos.module';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module';
import { UploadsModule } from '../uploads/uploads.module';
import { UsersModule } from '../users/users.module';
import { AccountOutlooks } from './posting-queues/account-outlooks';
import { PostingQueues } from './posting-queues/posting-queues';
import { DailyLimits } from './publisher/daily-limits';
import { PostsOnAccountChange } from './posts/posts-on-account-change';
import { RemovedAccounts } from './housekeeping/removed-accounts';
import { ChosenAccounts } from './new-posts/chosen-accounts';
import { ComposedPosts } from './composing/composed-posts.service';
import { LibraryChoice } from './composing/library-choice';
import { Beginnings } from './publisher/beginnings';
import { Claims } from './publisher/claims';
import { DuePosts } from './publisher/due-posts';
import { CommentClaims } from './first-comments/comment-claims';
import { Commenter } from './first-comments/commenter';
import { DueComments } from './first-comments/due-comments';
import { FirstCommentRetries } from './first-comments/first-comment-retries.service';
import { Heartbeats } from './publisher/heartbeats';
import { Housekeeping } from './housekeeping/housekeeping';
import { MediaRetention } from './housekeeping/media-retention';
import { OldSteps } from './housekeeping/old-steps';
import { QueueController } from './posting-queues/queue.controller';
import { QueueOrder } from './posting-queues/queue-order';
import { QueuePlaces } from './posting-queues/queue-places';
import { QuotaRecount } from './housekeeping/quota-recount';
import { RemovedVideos } from './housekeeping/removed-videos';
import { PostsFromLibraryService } from './new-posts/posts-from-library.service';
import { PostsFromMediaService } from './new-posts/posts-from-media.service';
import { LIST_CONTROLLERS } from './posts/list-controllers';
import { MediaSweep } from './housekeeping/media-sweep';
import { PostFiles } from './posts/post-files';
import { PostMedia } from './publisher/post-media';
import { FailedPosts } from './posts/failed-posts';
import { AllPostsController } from './posts/all-posts.controller';
import { BulkChanges } from './edits/bulk-changes.service';
import { PostDuplicates } from './new-posts/post-duplicates.service';
import { PostEdits } from './edits/post-edits.service';
import { PostChanges } from './posts/post-changes';
import { PostCreation } from './posts/post-creation';
import { PostDeletion } from './posts/post-deletion';
import { PostsRepository } from './posts/posts.repository';
import { PostsService } from './posts/posts.service';
import { ContentChanges } from './edits/content-changes';
import { NewPosts } from './new-posts/new-posts';
import { NextPosts } from './publisher/next-posts';
import { MissedPosts } from './publisher/missed-posts';
import { PostLedgers } from './publisher/post-ledger';
import { Publisher } from './publisher/publisher';
import { ReplacementsService } from './new-posts/replacements.service';
import { Transfers } from './publisher/transfers';
import { Settlement } from './publisher/settlement';
import { TimesAhead } from './publisher/times-ahead';
import { UploadsService } from './new-posts/uploads.service';
import { PostWarnings } from './warnings/post-warnings';

@Module({
  imports: [
    ScheduleModule.forRoot(),
    CaptionsModule,
    AccountsModule,
    SubscriptionsModule,
    SharedVideosModule,
    UploadsModule,
    UsersModule,
  ],
  controllers: [AllPostsController, ...LIST_CONTROLLERS, QueueController],
  providers: [
    AccountOutlooks,
    PostingQueues,
    PostsOnAccountChange,
    RemovedAccounts,
    PostsFromLibraryService,
    PostsFromMediaService,
    PostsRepository,
    PostCreation,
    PostDeletion,
    PostChanges,
    FailedPosts,
    ChosenAccounts,
    ComposedPosts,
    LibraryChoice,
    Claims,
    DailyLimits,
    NewPosts,
    NextPosts,
    PostFiles,
    PostMedia,
    MissedPosts,
    TimesAhead,
    PostLedgers,
    PostsService,
    ContentChanges,
    PostEdits,
    PostDuplicates,
    BulkChanges,
    PostWarnings,
    UploadsService,
    ReplacementsService,
    Beginnings,
    Transfers,
    Publisher,
    Settlement,
    DuePosts,
    CommentClaims,
    Commenter,
    DueComments,
    FirstCommentRetries,
    Heartbeats,
    Housekeeping,
    MediaRetention,
    MediaSweep,
    OldSteps,
    QueueOrder,
    QueuePlaces,
    QuotaRecount,
    RemovedVideos,
  ],
  exports: [
    PostingQueues,
    DuePosts,
    Heartbeats,
    MediaSweep,
    PostsFromLibraryService,
    PostsRepository,
    PostCreation,
    PostDeletion,
    PostChanges,
    PostsService,
    PostWarnings,
    UploadsService,
    Publisher,
    TimesAhead,
    ReplacementsService,
    AccountsModule,
    SubscriptionsModule,
  ],
})
export class PublishingModule {}

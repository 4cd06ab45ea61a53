import { Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { CaptionsModule } from '../captions/captions.module';
import { AccountsModule } from '../accounts/accounts.module';
import { SharedVideosModule } from '../shared-videos/shared-videos.module';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module';
import { UploadsModule } from '../uploads/uploads.module';
import { UsersModule } from '../users/users.module';
import { AccountOutlooks } from './account-outlooks';
import { PostingQueues } from './posting-queues';
import { DailyLimits } from './daily-limits';
import { PostsOnAccountChange } from './posts-on-account-change';
import { RemovedAccounts } from './removed-accounts';
import { ChosenAccounts } from './chosen-accounts';
import { ComposedPosts } from './composing/composed-posts.service';
import { LibraryChoice } from './composing/library-choice';
import { Claims } from './claims';
import { DuePosts } from './due-posts';
import { CommentClaims } from './first-comments/comment-claims';
import { Commenter } from './first-comments/commenter';
import { DueComments } from './first-comments/due-comments';
import { FirstCommentRetries } from './first-comments/first-comment-retries.service';
import { Heartbeats } from './heartbeats';
import { Housekeeping } from './housekeeping';
import { MediaRetention } from './media-retention';
import { OldSteps } from './old-steps';
import { QueueController } from './queue.controller';
import { QueueOrder } from './queue-order';
import { QueuePlaces } from './queue-places';
import { QuotaRecount } from './quota-recount';
import { RemovedVideos } from './removed-videos';
import { PostsFromLibraryService } from './posts-from-library.service';
import { PostsFromMediaService } from './posts-from-media.service';
import { LIST_CONTROLLERS } from './list-controllers';
import { MediaSweep } from './media-sweep';
import { PostFiles } from './post-files';
import { PostMedia } from './post-media';
import { FailedPosts } from './failed-posts';
import { AllPostsController } from './all-posts.controller';
import { BulkChanges } from './bulk-changes.service';
import { PostDuplicates } from './post-duplicates.service';
import { PostEdits } from './post-edits.service';
import { PostChanges } from './post-changes';
import { PostCreation } from './post-creation';
import { PostDeletion } from './post-deletion';
import { PostsRepository } from './posts.repository';
import { PostsService } from './posts.service';
import { ContentChanges } from './edits/content-changes';
import { NewPosts } from './new-posts';
import { NextPosts } from './next-posts';
import { MissedPosts } from './missed-posts';
import { PostLedgers } from './post-ledger';
import { Publisher } from './publisher';
import { ReplacementsService } from './replacements.service';
import { Settlement } from './settlement';
import { TimesAhead } from './times-ahead';
import { UploadsService } from './uploads.service';
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

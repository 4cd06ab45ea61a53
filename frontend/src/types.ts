import type { PostKind } from '../../backend/publishing/formats/formats';
import type { components } from './wire';

/** What the API answers and takes, under the names of the screens. The server's views and DTOs describe the fields. */
export type Schemas = components['schemas'];

export type { PostKind };

export type User = Schemas['UserView'];
export type SignedIn = Schemas['AuthView'];
export type Config = Schemas['ClientConfigView'];

export type Usage = Schemas['UsageView'];
export type Subscription = Schemas['SubscriptionView'];
export type SubscriptionLeft = Schemas['RemainingView'];
export type Plan = Schemas['PlanView'];

export type Post = Schemas['PostView'];
export type PostStatus = Post['status'];
export type Attempt = Schemas['PublishStepView'];
export type Slot = Schemas['CalendarSlotView'];

/** The answer to an upload, besides its items. */
export interface Uploaded {
  /** Absent where an upload takes none of the sender's quota. */
  subscription_status?: SubscriptionLeft;
}

export type Category = Schemas['CategoryView'];
export type Caption = Schemas['CaptionView'];
export type SharedVideo = Schemas['SharedVideoView'];

export type ConnectionState = Schemas['ConnectionView'];
export type Connection = Schemas['ConnectionsView'];

export type AdminUser = Schemas['AdminUserView'];
export type AdminSubscription = Schemas['AdminSubscriptionView'];
export type AdminPlanRequest = Schemas['AdminPlanRequestView'];
export type Publication = Schemas['AdminPublicationView'];
export type Failure = Schemas['AdminFailureView'];
export type Activity = Schemas['ActivityView'];

import type { PostKind } from '../../backend/publishing/formats/formats';

/** What the API answers, as it travels: snake_case, instants as ISO 8601 UTC. */

export interface User {
  id: number;
  name: string;
  email: string;
  is_admin: 0 | 1;
  can_use_shared_videos: 0 | 1;
  /** IANA name; the wall clock in which this person schedules. */
  timezone: string;
  page_id: string | null;
  instagram_page_id: string | null;
  has_access_token: boolean;
  access_token_last4: string | null;
  /** Minutes. */
  upload_frequency: number;
  /** Minutes. */
  photo_upload_frequency: number;
  preferred_categories: number[];
  /** Signing in takes a code as well. */
  two_factor: 0 | 1;
}

export interface SignedIn {
  token: string;
  user: User;
}

export interface Config {
  network: 'rehearsal' | 'live';
  registration: 'open' | 'closed';
  support_url: string | null;
  publisher: 'alive' | 'away';
  rehearsal: { url: string; access_token: string; page_id: string; instagram_page_id: string } | null;
}

export interface Usage {
  used_percentage: number;
  used: number;
  total: number;
}

export interface Subscription {
  subscription_status: 'active' | 'inactive' | 'expired';
  plan: { id: number; name: string; description: string };
  expiry: { date: string; days_left: number };
  /** Bytes. */
  storage: Usage;
  /** Tasks. */
  submissions: Usage;
}

export interface SubscriptionLeft {
  remaining_submissions: number;
  /** Bytes. */
  remaining_storage: number;
}

/** What an upload answers, besides the items. */
export interface Uploaded {
  /** Absent where an upload costs the sender nothing. */
  subscription_status?: SubscriptionLeft;
}

export interface Plan {
  id: number;
  name: string;
  description: string;
  price: number;
  duration_days: number;
  max_storage_bytes: number;
  max_pending_submissions: number;
  /** 1: everybody who registers gets it; one plan at most. */
  on_registration: 0 | 1;
}

export type PostStatus = 'pending' | 'scheduled' | 'processing' | 'uploaded' | 'published' | 'failed';

export interface Post {
  id: number;
  title: string;
  description: string | null;
  status: PostStatus;
  /** `null` once its media is no longer kept. */
  file_path: string | null;
  thumbnail_path: string | null;
  scheduled_for: string | null;
  created_at: string;
  published_at: string | null;
  upload_error: string | null;
  permalink: string | null;
  size_bytes: number;
  width: number;
  height: number;
  duration_ms: number | null;
  /** What stood under the post. */
  posted_text: string | null;
  /** The video of the library it was made from. */
  shared_video_id: number | null;
  category_id: number | null;
  category: { id: number; name: string } | null;
  /** Only where one item is asked for. */
  attempts?: Attempt[];
}

export interface Attempt {
  at: string;
  step: string;
  outcome: 'done' | 'failed' | 'unknown' | 'in progress' | 'interrupted';
  message: string | null;
  /** Meta's. */
  code: number | null;
  subcode: number | null;
  trace_id: string | null;
  remote_id: string | null;
}

export type { PostKind };

/** An automatic publication to come: `id` is the item whose turn it is. */
export interface Slot {
  kind: PostKind;
  at: string;
  why: 'frequency' | 'library';
  id: number | null;
  shared_video_id: number | null;
}

export interface Category {
  id: number;
  name: string;
  description: string | null;
  is_active: boolean;
}

export interface Caption {
  id: number;
  content: string;
  created_at: string;
}

export interface SharedVideo {
  id: number;
  title: string;
  description: string | null;
  file_path: string;
  thumbnail_path: string | null;
  category_id: number | null;
  category: { id: number; name: string } | null;
  size_bytes: number;
  width: number;
  height: number;
  duration_ms: number | null;
  created_at: string;
}

export interface ConnectionState {
  status: 'missing' | 'unverified' | 'connected' | 'paused';
  id: string | null;
  name: string | null;
  verified_at: string | null;
  expires_at: string | null;
  paused_reason: string | null;
  resumes_at: string | null;
  /** `null`: they cannot be read. */
  missing_permissions: string[] | null;
}

export interface Connection {
  facebook: ConnectionState;
  instagram: ConnectionState;
}

import type { QueryKey } from '@tanstack/react-query';
import type { ComponentType, ElementType } from 'react';
import type { PostTopic } from '../../../backend/publishing/formats/formats';
import type { User } from '../types';

/** Topics of the server's event stream. */
export type Topic = PostTopic | 'connections' | 'accounts' | 'subscriptions';

/** Queries that are refetched when the server announces a change. */
export interface LiveQuery {
  queryKey: QueryKey;
  topics: readonly Topic[];
}

/** A screen, as its folder's index.ts declares it. screens.ts lists all of them in the order of the menu. */
export interface ScreenManifest {
  /** Below /dashboard; empty for the home screen. */
  path: string;
  label: string;
  icon: ElementType;
  /** Loads the code of this screen alone, when it is first opened. */
  load: () => Promise<{ default: ComponentType }>;
  /** Shown until the code has loaded; absent: the general skeleton. */
  Skeleton?: ComponentType;
  /** A react-admin resource: the list comes back at its former scroll position. */
  isResource?: true;
  /** Part of the menu: above it stands what people come for. Absent: the main part. */
  section?: 'action' | 'administration';
  /** Who sees it in the menu; absent: everyone. */
  visibleTo?: (user: User) => boolean;
  /** Calls that the page begins before the app has loaded: paths of the API, each as the screen itself asks. */
  firstCalls?: readonly string[];
  liveQueries?: readonly LiveQuery[];
}

export const hrefOf = ({ path }: Pick<ScreenManifest, 'path'>) =>
  path === '' ? '/dashboard' : `/dashboard/${path}`;

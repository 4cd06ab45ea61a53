import { LISTS, slugOf } from '../../../backend/publishing/formats/lists';
import activity from './admin/activity';
import plans from './admin/plans';
import publications from './admin/publications';
import subscriptions from './admin/subscriptions';
import users from './admin/users';
import calendar from './calendar';
import captions from './captions';
import categories from './categories';
import compose from './compose';
import home from './home';
import photos from './photos';
import type { ScreenManifest } from './screenManifest';
import settings from './settings';
import sharedVideos from './shared-videos';
import videos from './videos';

const posts = LISTS.flatMap((list) => [...videos, ...photos].filter(({ path }) => path === slugOf(list)));

/** Every screen, in the order of the menu. Routes, menu, preloading and live updates follow from this list. */
export const SCREENS: readonly ScreenManifest[] = [
  compose,
  home,
  calendar,
  ...posts,
  captions,
  sharedVideos,
  categories,
  settings,
  users,
  plans,
  subscriptions,
  publications,
  activity,
];

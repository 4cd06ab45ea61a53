import type { Page } from 'playwright-core';
import type { Viewer } from '../seeded-app';

/** For a page that is not to preload what it may need, as it does once it has been idle for two seconds. */
export const NOTHING_IDLE = `{
  const { setTimeout: later } = globalThis;
  globalThis.setTimeout = (run, ms, ...rest) => ms === 2000 ? 0 : later(run, ms, ...rest);
}`;

export interface ScreenOfProduct {
  path: string;
  /** Its h1. */
  heading: string | RegExp;
  /** Who sees it filled. */
  full: Viewer;
  /** Who sees it empty; absent: it never is. */
  empty?: Viewer;
  /** The calls that fill it, for the states in which they fail or take long; absent: it asks for nothing. */
  feed?: RegExp;
  /** What it says when they fail. */
  failure?: string;
}

const posts = (path: string, heading: string, what: string): ScreenOfProduct => ({
  path: `/dashboard/${path}`,
  heading,
  full: 'subscriber',
  empty: 'beginner',
  feed: new RegExp(`/api/${path.replace('-', '/')}\\?`),
  failure: `Failed to fetch ${what}`,
});

const admins = (path: string, heading: string, failure: string): ScreenOfProduct => ({
  path: `/dashboard/admin/${path}`,
  heading,
  full: 'admin',
  feed: new RegExp(`/api/admin/${path}\\?`),
  failure,
});

/** Every screen, once. A test holds that each is among the routes, and each route here. */
export const SCREENS: ScreenOfProduct[] = [
  { path: '/', heading: /./, full: 'anonymous' },
  { path: '/login', heading: /sign in|welcome/i, full: 'anonymous' },
  { path: '/register', heading: /create/i, full: 'anonymous' },
  { path: '/reset-password#token=unknown', heading: /password/i, full: 'anonymous' },
  { path: '/nowhere', heading: /./, full: 'anonymous' },
  { path: '/dashboard', heading: 'Dashboard', full: 'subscriber', empty: 'newcomer' },
  {
    path: '/dashboard/calendar',
    heading: 'Calendar',
    full: 'subscriber',
    empty: 'beginner',
    feed: /\/api\/calendar\?/,
    failure: 'Failed to fetch calendar',
  },
  {
    path: '/dashboard/compose',
    heading: 'New Post',
    full: 'subscriber',
    empty: 'beginner',
    feed: /\/api\/accounts$/,
    failure: 'Failed to fetch accounts',
  },
  posts('videos', 'Facebook Videos', 'videos'),
  posts('instagram-videos', 'Instagram Videos', 'videos'),
  posts('photos', 'Photos', 'photos'),
  {
    path: '/dashboard/captions',
    heading: 'Captions',
    full: 'subscriber',
    empty: 'beginner',
    feed: /\/api\/captions/,
    failure: 'Failed to fetch captions',
  },
  {
    path: '/dashboard/shared-videos',
    heading: 'Shared Videos',
    full: 'admin',
    empty: 'beginner',
    feed: /\/api\/shared-videos/,
    failure: 'Failed to fetch shared videos',
  },
  {
    path: '/dashboard/categories',
    heading: 'Categories',
    full: 'admin',
    empty: 'beginner',
    feed: /\/api\/categories/,
    failure: 'Failed to fetch categories',
  },
  {
    path: '/dashboard/settings',
    heading: 'Settings',
    full: 'subscriber',
    feed: /\/api\/user$/,
    failure: 'Failed to fetch user profile',
  },
  admins('users', 'Users', 'Failed to fetch users'),
  admins('plans', 'Plans', 'Failed to fetch plans'),
  admins('subscriptions', 'Subscriptions', 'Failed to fetch subscriptions'),
  admins('publications', 'Publish Log', 'Failed to fetch the publish log'),
  admins('activity', 'Activity', 'Failed to fetch the activity'),
  { path: '/dashboard/nowhere', heading: /./, full: 'subscriber' },
];

/** Waits until a screen has what it wants to show: its text, its type, its pictures. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForFunction(() => {
    const { document } = globalThis as unknown as { document: any };
    const waits = document.querySelector('.MuiSkeleton-root, .bones, .opening');
    const pictures = [...document.images].every((image: any) => image.complete || image.loading === 'lazy');
    return !waits && pictures && document.fonts.status === 'loaded';
  });
}

import { FACEBOOK_VIDEO } from '../../media/rules';
import type { FormatDeclaration } from './declaration';

/** A video for a Page. It becomes a reel where the rules of reels allow it. */
export const FACEBOOK_VIDEO_FORMAT = {
  network: 'facebook',
  name: 'video',
  media: 'video',
  rules: FACEBOOK_VIDEO,
  // Limit on reels published by the API (guide "Reels Publishing").
  mostADay: 30,
  list: {
    kind: 'video',
    path: 'videos',
    topic: 'videos',
    collection: 'videos',
    frequency: 'upload_frequency',
    library: true,
    nouns: { one: 'video', many: 'videos' },
    name: 'Facebook video',
    title: 'Facebook Videos',
    lead: 'Videos for your Facebook Page, posted on schedule.',
    empty: { text: 'No videos available', next: 'Upload your first video above and schedule it.' },
    icon: 'camera',
    colour: { light: '#2563eb', dark: '#7aa5ff' },
  },
} as const satisfies FormatDeclaration;

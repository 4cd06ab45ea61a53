import type { ListDeclaration } from './declaration';

export const FACEBOOK_VIDEOS = {
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
} as const satisfies ListDeclaration;

/** Text, with or without a link. */
export const TEXTS = {
  kind: 'text',
  path: 'posts',
  topic: 'posts',
  collection: 'posts',
  frequency: 'photo_upload_frequency',
  stream: 'photo',
  unlisted: true,
  library: false,
  nouns: { one: 'text', many: 'texts' },
  name: 'text',
  title: 'Texts',
  lead: 'Texts for your Facebook Page, posted on schedule.',
  empty: { text: 'No texts', next: 'Write a post to get started' },
  icon: 'picture',
  colour: { light: '#7c5a10', dark: '#e3bd62' },
} as const satisfies ListDeclaration;

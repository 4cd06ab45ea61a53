import type { ListDeclaration } from './declaration';

export const INSTAGRAM_VIDEOS = {
  kind: 'instagram_video',
  path: 'instagram/videos',
  topic: 'instagram_videos',
  collection: 'videos',
  frequency: 'upload_frequency',
  library: true,
  nouns: { one: 'video', many: 'videos' },
  name: 'Instagram video',
  title: 'Instagram Videos',
  lead: 'Reels for your Instagram account, posted on schedule.',
  empty: { text: 'No videos available', next: 'Upload your first video above and schedule it.' },
  icon: 'play',
  colour: { light: '#c026a3', dark: '#f08bd8' },
} as const satisfies ListDeclaration;

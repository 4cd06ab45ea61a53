import type { ListDeclaration } from './declaration';

/** Pictures for either network. */
export const PHOTOS = {
  kind: 'photo',
  path: 'photos',
  topic: 'photos',
  collection: 'photos',
  frequency: 'photo_upload_frequency',
  library: false,
  nouns: { one: 'photo', many: 'photos' },
  name: 'photo',
  title: 'Photos',
  lead: 'Photos for your Facebook Page, posted on schedule.',
  empty: { text: 'No photos', next: 'Upload photos to get started' },
  icon: 'picture',
  colour: { light: '#0b8670', dark: '#4fd1b5' },
} as const satisfies ListDeclaration;

import { PHOTO } from '../../../backend/media/rules';
import type { FormatDeclaration } from '../../../backend/publishing/formats/declaration';

/** A format that only the tests have, with a list of its own. */
export const POSTCARD_FORMAT = {
  network: 'facebook',
  name: 'postcard',
  media: 'image',
  rules: PHOTO,
  list: {
    kind: 'postcard',
    path: 'greetings/postcards',
    topic: 'postcards',
    collection: 'postcards',
    frequency: 'photo_upload_frequency',
    library: false,
    nouns: { one: 'postcard', many: 'postcards' },
    name: 'postcard',
    title: 'Postcards',
    lead: 'Postcards for your Facebook Page, each at its time.',
    empty: { text: 'No postcards', next: 'Send your first one.' },
    icon: 'picture',
    colour: { light: '#b45309', dark: '#fbbf24' },
  },
} as const satisfies FormatDeclaration;

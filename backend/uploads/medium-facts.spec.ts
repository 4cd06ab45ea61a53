import { FACEBOOK_VIDEO, PHOTO, SHARED_VIDEO } from '../media/rules';
import { refusalFor } from './medium-facts';

const sizeBytes = 1000;
const size = { width: 720, height: 1280 };

const TEXT = { video: { sizeBytes, container: null, picture: null } };
const UNREADABLE = { video: { sizeBytes, container: 'mp4', picture: null } } as const;
const FILM = {
  video: { sizeBytes, container: 'mp4', picture: { ...size, durationMs: 4000, codec: 'h264' } },
} as const;
const GIF = { image: { sizeBytes, format: 'gif', picture: size } } as const;
const JPEG = { image: { sizeBytes, format: 'jpeg', picture: size } } as const;

const COVER = 'A cover is a JPEG or PNG picture';

it.each([
  ['post', 'a text', TEXT, 'Only MP4, MOV, JPEG, PNG and GIF files are supported'],
  ['library', 'a text', TEXT, SHARED_VIDEO.sentences.container],
  ['cover', 'a text', TEXT, COVER],
  ['post', 'an unreadable film', UNREADABLE, FACEBOOK_VIDEO.sentences.unreadable],
  ['library', 'an unreadable film', UNREADABLE, SHARED_VIDEO.sentences.unreadable],
  ['cover', 'an unreadable film', UNREADABLE, COVER],
  ['post', 'a film', FILM, undefined],
  ['library', 'a film', FILM, undefined],
  ['cover', 'a film', FILM, COVER],
  ['post', 'a GIF', GIF, undefined],
  ['library', 'a GIF', GIF, SHARED_VIDEO.sentences.container],
  ['cover', 'a GIF', GIF, COVER],
  ['cover', 'a JPEG', JPEG, undefined],
  ['post', 'a JPEG without a size', { image: { ...JPEG.image, picture: null } }, PHOTO.sentences.unreadable],
] as const)('says for the purpose `%s` of %s what that purpose takes', (purpose, _what, facts, sentence) => {
  expect(refusalFor(purpose, facts, FACEBOOK_VIDEO.maxBytes)).toBe(sentence);
});

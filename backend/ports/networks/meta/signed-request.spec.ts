import { signatureOf, signedRequest } from '../../../meta-world/signed-request';
import { personInSignedRequest } from './signed-request';

const SECRET = 'the-secret-of-the-app';
const PERSON = '10203040506070809';

const read = (text: string) => personInSignedRequest(text, SECRET);
const signed = (payload: string) => `${signatureOf(payload, SECRET)}.${payload}`;
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

it('names the person of what Meta signed', () => {
  expect(read(signedRequest({ user_id: PERSON, issued_at: 1_790_000_000 }, SECRET))).toBe(PERSON);
});

it('reads the example that Meta’s form of it leads to', () => {
  // Computed with openssl: printf %s PAYLOAD | openssl dgst -sha256 -hmac key -binary | basenc --base64url
  const payload = Buffer.from('{"algorithm":"HMAC-SHA256","user_id":"218471"}').toString('base64url');
  expect(payload).toBe('eyJhbGdvcml0aG0iOiJITUFDLVNIQTI1NiIsInVzZXJfaWQiOiIyMTg0NzEifQ');
  const signature = 'fzqJA5IN6fPa7XiufzFBW8T2En_FyC_tJ7uwyhj_UvE';
  expect(personInSignedRequest(`${signature}.${payload}`, 'key')).toBe('218471');
  expect(personInSignedRequest(`${signature}=.${payload}`, 'key')).toBe('218471');
});

it('keeps an id that is longer than a number holds', () => {
  const payload = Buffer.from(`{"algorithm":"HMAC-SHA256","user_id":${PERSON}0}`).toString('base64url');
  expect(read(signed(payload))).toBe(`${PERSON}0`);
});

it.each([
  ['another secret', signedRequest({ user_id: PERSON }, 'guess')],
  ['no secret', signedRequest({ user_id: PERSON }, '')],
  ['another algorithm', signedRequest({ user_id: PERSON, algorithm: 'HMAC-SHA1' }, SECRET)],
  ['an algorithm in small letters', signedRequest({ user_id: PERSON, algorithm: 'hmac-sha256' }, SECRET)],
  ['no algorithm', signed(encoded({ user_id: PERSON }))],
  ['no person', signedRequest({}, SECRET)],
  ['an empty person', signedRequest({ user_id: '' }, SECRET)],
  ['a person that is none', signedRequest({ user_id: { id: PERSON } }, SECRET)],
  ['a person with a line break', signedRequest({ user_id: '1\n2' }, SECRET)],
  ['one part', signedRequest({ user_id: PERSON }, SECRET).split('.')[1]!],
  ['three parts', `${signedRequest({ user_id: PERSON }, SECRET)}.`],
  ['an empty signature', `.${encoded({ algorithm: 'HMAC-SHA256', user_id: PERSON })}`],
  ['half a signature', signedRequest({ user_id: PERSON }, SECRET).slice(20)],
  ['a payload that is no JSON', signed('bm90IGpzb24')],
  ['a list', signed(encoded([{ algorithm: 'HMAC-SHA256', user_id: PERSON }]))],
  ['null', signed(encoded(null))],
  ['nothing', ''],
  ['only a point', '.'],
  ['bytes that are no text', signed('____')],
  ['a megabyte', signedRequest({ user_id: PERSON, ...{ more: 'x'.repeat(1_000_000) } }, SECRET)],
])('refuses %s', (_what, text) => expect(read(text)).toBeNull());

it('refuses a payload that was changed under its signature', () => {
  const [signature = ''] = signedRequest({ user_id: PERSON }, SECRET).split('.');
  expect(read(`${signature}.${encoded({ algorithm: 'HMAC-SHA256', user_id: '1' })}`)).toBeNull();
});

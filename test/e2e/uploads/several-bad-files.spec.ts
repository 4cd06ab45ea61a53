import { useApp } from '../../support/app';
import { eventually, type Client } from '../../support/client';
import { fixture, multipart, type Part } from '../../support/media';
import { openSocket, wholeAnswer } from '../../support/raw-http';
import { videoUploads } from '../../support/video-uploads';

const MEGABYTE = 1024 * 1024;
const ASPECT = 'Video must have a 9:16 aspect ratio';
const MP4_ONLY = 'Only MP4 videos are supported';
const LARGE = 'Video must be under 100MB';

const app = useApp();
const { leavesNothing, send } = videoUploads(app);
let admin: Client;
let user: Client;
beforeAll(async () => {
  admin = await app.users.admin();
  user = await app.users.subscriber();
});

const part = (name: string): Part => ({ name: 'videos[]', path: fixture(name), filename: name });

/** Nothing of it is a film, beyond its first bytes. */
const tooLarge = (filename: string): Part => {
  const buffer = Buffer.alloc(4096);
  buffer.set(Buffer.from('\0\0\0\x14ftypisom\0\0\0\0isom\0\0\0\x01mdat\0\0\0\0\xff\0\0\0', 'latin1'));
  return { name: 'videos[]', filename, buffer };
};

it.each<[string, Part[], Record<string, string>]>([
  ['a film first', [part('square.mp4'), part('text.mp4')], { 'square.mp4': ASPECT, 'text.mp4': MP4_ONLY }],
  ['a film last', [part('text.mp4'), part('square.mp4')], { 'text.mp4': MP4_ONLY, 'square.mp4': ASPECT }],
  ['no film', [part('text.mp4'), part('webm.mp4')], { 'text.mp4': MP4_ONLY, 'webm.mp4': MP4_ONLY }],
  [
    'a good one between',
    [part('text.mp4'), part('portrait.mp4'), part('webm.mp4')],
    { 'text.mp4': MP4_ONLY, 'webm.mp4': MP4_ONLY },
  ],
  [
    'one that declares too much',
    [tooLarge('l.mp4'), part('text.mp4')],
    { 'l.mp4': LARGE, 'text.mp4': MP4_ONLY },
  ],
])('names each of several bad files: %s', async (_what, parts, sentences) => {
  const { status, body } = await leavesNothing(user, () => send(user, parts));
  const [first] = Object.entries(sentences);
  expect([status, body]).toEqual([
    422,
    {
      statusCode: 422,
      error: 'validation_failed',
      message: `${first![0]}: ${first![1]}`,
      errors: Object.fromEntries(Object.entries(sentences).map(([name, sentence]) => [name, [sentence]])),
    },
  ]);
});

it('names the files before the times, as it does for one that is seen at once', async () => {
  const time: Part = { name: 'scheduled_for[]', value: 'nope' };
  const { body } = await leavesNothing(user, () => send(user, [time, part('text.mp4'), part('webm.mp4')]));
  expect(Object.keys(body.errors)).toEqual(['text.mp4', 'webm.mp4']);
});

it('is refused for too many files all the same', async () => {
  const parts = Array.from({ length: 21 }, () => part('text.mp4'));
  expect((await leavesNothing(user, () => send(user, parts))).status).toBe(413);
});

describe('a bad file that is the only one so far', () => {
  /** Begins a body of so many bytes. @returns the answer that comes before its end */
  async function answerTo(who: Client, path: string, name: string, sent: number): Promise<any> {
    const body = multipart([{ name, filename: 'text.mp4', buffer: Buffer.alloc(sent) }]);
    const socket = await openSocket(app.url);
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.on('error', () => undefined);
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${who.token}\r\nContent-Type: ${body.contentType}\r\nContent-Length: ${60 * MEGABYTE}\r\n\r\n`,
    );
    socket.write(body.buffer().subarray(0, sent));
    const answer = await eventually(() => Promise.resolve(wholeAnswer(text)), Boolean);
    socket.destroy();
    return answer;
  }

  it('is refused by its first bytes where a call takes one', async () => {
    const { status, body } = await answerTo(admin, '/api/shared-videos', 'video', 4096);
    expect([status, body.errors]).toEqual([422, { 'text.mp4': ['Only MP4 or MOV videos are supported'] }]);
  });

  it('is not read to its end if it is long', async () => {
    const { status, body } = await answerTo(user, '/api/videos', 'videos[]', 20 * MEGABYTE);
    expect([status, body.errors]).toEqual([422, { 'text.mp4': [MP4_ONLY] }]);
  });
});

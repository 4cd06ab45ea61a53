import { request as httpRequest } from 'node:http';
import { RateLimits } from '../../../backend/common/limits/rate-limits';
import { Database } from '../../../backend/database/database';
import { useApp } from '../../support/app';
import type { Client } from '../../support/client';

const EMPTY = 'Write something: a caption must not be empty.';
const TEXT = 'A caption is a text.';
const NO_ROOM = 'You have 1,000 captions, and there is no room for more. Delete some first.';

const app = useApp();
let user: Client;
let other: Client;

beforeAll(async () => {
  [user, other] = [await app.users.subscriber(), await app.users.subscriber()];
});
beforeEach(() => app.running.nest.get(Database).run('DELETE FROM captions'));
afterEach(() => jest.restoreAllMocks());

const add = async (content: string, client = user): Promise<any> =>
  (await client.post('/api/captions', { content })).body;
const contents = async (client = user, query = ''): Promise<string[]> => {
  const { body } = await client.get(`/api/captions${query}`);
  return (body.data ?? body).map(({ content }: any) => content);
};

interface FileOptions {
  type?: string;
  field?: string;
  client?: Client;
  name?: string;
}

function upload(
  file: string | Uint8Array<ArrayBuffer>,
  {
    type = 'application/json',
    field = 'captions_file',
    client = user,
    name = 'captions.json',
  }: FileOptions = {},
) {
  const form = new FormData();
  form.append('note', 'a field that nobody asked for');
  form.append(field, new Blob([file], { type }), name);
  return client.post('/api/captions', form);
}

describe('a file of captions', () => {
  it('makes one caption of each text or {content}', async () => {
    const { status, body } = await upload(JSON.stringify(['One', { content: ' Two ', id: 7 }, 'Drei 🎬']));
    expect([status, body]).toEqual([201, { created: 3, skipped: [] }]);
    expect(await contents()).toEqual(['Drei 🎬', 'Two', 'One']);
    expect(await contents(other)).toEqual([]);
  });

  it('skips what is no caption, or is one already, with its place and the reason', async () => {
    await add('Known');
    await add('Only theirs', other);
    const long = `${'🎬'.repeat(100)}${'x'.repeat(2101)}`;
    const entries = [
      'New',
      ' Known ',
      'New\n',
      '',
      '  ',
      long,
      7,
      true,
      null,
      ['Nested'],
      {},
      { content: 1 },
    ];
    const { status, body } = await upload(
      JSON.stringify([...entries, { content: null }, 'Only theirs', 'new']),
    );
    expect(status).toBe(201);
    expect(body).toEqual({
      created: 3,
      skipped: [
        { index: 1, content: ' Known ', reason: 'You already have this caption.' },
        { index: 2, content: 'New\n', reason: 'This caption is in the file more than once.' },
        { index: 3, content: '', reason: EMPTY },
        { index: 4, content: '  ', reason: EMPTY },
        {
          index: 5,
          content: '🎬'.repeat(80),
          reason: 'A caption has at most 2,200 characters; this one has 2,201. Shorten it.',
        },
        { index: 6, content: '7', reason: TEXT },
        { index: 7, content: 'true', reason: TEXT },
        { index: 8, content: '', reason: TEXT },
        { index: 9, content: '', reason: TEXT },
        { index: 10, content: '', reason: TEXT },
        { index: 11, content: '1', reason: TEXT },
        { index: 12, content: '', reason: TEXT },
      ],
    });
    expect(await contents()).toEqual(['new', 'Only theirs', 'New', 'Known']);
  });

  it('sent again makes nothing', async () => {
    const file = JSON.stringify(['One', 'Two']);
    await upload(file);
    const { status, body } = await upload(file);
    expect([status, body.created, body.skipped.length]).toEqual([201, 0, 2]);
    expect(await contents()).toEqual(['Two', 'One']);
  });

  it('fills up to 1,000 captions, and says of the others that there is no room', async () => {
    await add('Known');
    const many = Array.from({ length: 998 }, (_each, n) => `Caption ${n}`);
    expect((await upload(JSON.stringify(many))).body.created).toBe(998);
    const { status, body } = await upload(JSON.stringify(['Known', 'The last', 'One too many', 7]));
    expect([status, body]).toEqual([
      201,
      {
        created: 1,
        skipped: [
          { index: 0, content: 'Known', reason: 'You already have this caption.' },
          { index: 2, content: 'One too many', reason: NO_ROOM },
          { index: 3, content: '7', reason: TEXT },
        ],
      },
    ]);
    expect(await contents()).toHaveLength(1000);
    const refused = await user.post('/api/captions', { content: 'One too many' });
    expect([refused.status, refused.body.errors]).toEqual([422, { content: [NO_ROOM] }]);
    await add('Others have room', other);
    expect(await contents(other)).toEqual(['Others have room']);

    const [{ id }] = (await user.get('/api/captions')).body;
    await user.delete(`/api/captions/${id}`);
    expect((await user.post('/api/captions', { content: 'In its place' })).status).toBe(201);
  });

  it('keeps no more than 1,000 captions, however many come at once', async () => {
    const file = (letter: string) =>
      JSON.stringify(Array.from({ length: 400 }, (_each, n) => `${letter} ${n}`));
    const answers = await Promise.all([
      ...['a', 'b', 'c', 'd'].map((letter) => upload(file(letter))),
      ...['e', 'f'].map((content) => user.post('/api/captions', { content })),
    ]);
    for (const { status } of answers) expect([201, 409, 422]).toContain(status);
    const stored = (await contents()).length;
    expect(stored).toBeLessThanOrEqual(1000);
    expect(stored).toBe(
      answers.reduce((sum, { status, body }) => sum + (status === 201 ? Number(body.created ?? 1) : 0), 0),
    );
  });

  it('is taken when it is empty, begins with a byte order mark or has foreign line ends', async () => {
    expect((await upload('[]')).body).toEqual({ created: 0, skipped: [] });
    expect((await upload('\ufeff["With a mark"]')).body).toEqual({ created: 1, skipped: [] });
    expect((await upload('["Parameters"]', { type: 'application/json; charset=utf-8' })).body.created).toBe(
      1,
    );
    expect((await upload('["Any name"]', { name: '../../../etc/passwd' })).body.created).toBe(1);
  });

  it('holds at most 1,000 entries', async () => {
    const many = Array.from({ length: 1001 }, (_each, n) => `Caption ${n}`);
    const refused = await upload(JSON.stringify(many));
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { captions_file: ['A file holds at most 1,000 captions. Split it into several files.'] },
    ]);
    expect(await contents()).toEqual([]);
    expect((await upload(JSON.stringify(many.slice(1)))).body).toEqual({ created: 1000, skipped: [] });
    expect((await contents())[999]).toBe('Caption 1');
  });

  const NOT_JSON =
    'The file is not valid JSON in UTF-8. Check it, for instance for a missing quote or comma.';
  const NO_ARRAY = 'The file must hold a JSON array of captions, like ["First caption", "Second caption"].';
  const TOO_LONG = 'The file is larger than 1 MB. Split it into several files.';
  const SELECT = 'Please select a JSON file';
  const MB = 1024 * 1024;
  it.each<[string, string | Uint8Array<ArrayBuffer>, string, FileOptions?]>([
    ['an empty file', '', NOT_JSON],
    ['half a file', '["One", "Two', NOT_JSON],
    ['a comma too many', '["One",]', NOT_JSON],
    ['another encoding', new Uint8Array([0xff, 0xfe, 0x5b, 0x00, 0x5d, 0x00]), NOT_JSON],
    ['a Latin letter', new Uint8Array([0x5b, 0x22, 0xfc, 0x22, 0x5d]), NOT_JSON],
    ['an object', '{"captions": ["One"]}', NO_ARRAY],
    ['an object that looks like an array', '{"length": 1, "0": "One"}', NO_ARRAY],
    ['a text', '"One"', NO_ARRAY],
    ['null', 'null', NO_ARRAY],
    ['a byte too many', `["${'x'.repeat(MB - 3)}"]`, TOO_LONG],
    ['far too many bytes', `["${'x'.repeat(3 * MB)}"]`, TOO_LONG],
    ['a text file', '["One"]', SELECT, { type: 'text/plain' }],
    ['a file without a type', '["One"]', SELECT, { type: '' }],
    ['another field', '["One"]', SELECT, { field: 'file' }],
    ['a field called otherwise', '["One"]', SELECT, { field: '__proto__' }],
  ])('is refused as a whole: %s', async (_name, file, sentence, options = {}) => {
    const { status, body } = await upload(file, options);
    expect([status, body.error, body.errors]).toEqual([
      422,
      'validation_failed',
      { captions_file: [sentence] },
    ]);
    expect(body.message).toBe(sentence);
    expect(await contents()).toEqual([]);
  });

  it('is taken at exactly 1 MB', async () => {
    const { status, body } = await upload(`["One","${'x'.repeat(MB - 10)}"]`);
    expect([status, body.created, body.skipped.length]).toEqual([201, 1, 1]);
  });

  it('comes alone, and as a file', async () => {
    const two = new FormData();
    for (const content of ['One', 'Two'])
      two.append(
        'captions_file',
        new Blob([JSON.stringify([content])], { type: 'application/json' }),
        'a.json',
      );
    const refused = await user.post('/api/captions', two);
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { captions_file: ['Send one file at a time.'] },
    ]);
    const field = new FormData();
    field.append('captions_file', '["One"]');
    expect((await user.post('/api/captions', field)).body.errors).toEqual({ captions_file: [SELECT] });
    const none = new FormData();
    none.append('content', 'One');
    expect((await user.post('/api/captions', none)).body.errors).toEqual({ captions_file: [SELECT] });
    expect(await contents()).toEqual([]);
  });

  it.each([
    ['[{"__proto__": {"content": "Smuggled"}}]', 1],
    ['[{"constructor": {"prototype": {"content": "Smuggled"}}}]', 1],
    ['[{"__proto__": {"polluted": "yes"}, "content": ""}]', 1],
    [`[${'['.repeat(100_000)}${']'.repeat(100_000)}]`, 1],
    [`[{"content": ${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}]`, 1],
  ])('does no harm: %#', async (file, skipped) => {
    const { status, body } = await upload(file);
    expect([status, body.created, body.skipped.length]).toEqual([201, 0, skipped]);
    expect(({} as any).content ?? ({} as any).polluted).toBeUndefined();
    expect((await user.get('/api/captions')).body).toEqual([]);
  });

  it('is refused without a boundary and when it breaks off, and nothing is kept', async () => {
    const headers = { 'content-type': 'multipart/form-data' };
    const answer = await user.call('POST', '/api/captions', {}, headers);
    expect([answer.status, answer.body.error]).toEqual([400, 'bad_request']);
    const cut = await raw('--x\r\nContent-Disposition: form-data; name="captions_file"; filename="a"\r\n');
    expect(cut).toBe(400);
    expect(await contents()).toEqual([]);
  });

  /** A multipart body as given, complete on the wire. */
  const raw = (body: string) =>
    new Promise<number>((resolve, reject) => {
      const call = httpRequest(`${app.url}/api/captions`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${user.token}`,
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': Buffer.byteLength(body),
        },
      });
      call.on('response', (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      call.on('error', reject);
      call.end(body);
    });

  it('counts as an upload', async () => {
    const consume = jest.spyOn(app.running.nest.get(RateLimits), 'consume');
    await upload('["One"]');
    expect(consume).toHaveBeenCalledWith('upload', user.user.id);
  });
});

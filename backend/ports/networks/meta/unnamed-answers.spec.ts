import { ScriptedMeta, type ScriptedCall } from '../../../../test/support/scripted-meta';

const URI = 'https://graph.example/up';

/** Answers of 200 that do not say what was published. */
const SILENT: [string, object][] = [
  ['{"success":false}', { success: false }],
  ['{"success":false} with an id', { success: false, id: '4711' }],
  ['{}', {}],
];

/** A network whose first public call is answered like that, with or without an effect; the next ones work. */
class World {
  readonly meta: ScriptedMeta = new ScriptedMeta((call) => this.answer(call));
  private calls = 0;
  private shown: Record<string, unknown>[] = [];

  constructor(
    private readonly silence: object,
    private readonly isPublic: boolean,
    private readonly each = false,
  ) {}

  private answer({ method, path, params }: ScriptedCall): object | undefined {
    const isPublicCall = method === 'POST' && /(feed|media_publish|comments)$/.test(path);
    if (isPublicCall) return this.makePublic(path, params);
    if (path === '/77/photos') return { id: '555' };
    if (path === '/88/media' && method === 'POST') return { id: '178', uri: URI };
    if (path === '/up') return { success: true };
    if (path === '/178') return { id: '178', status_code: this.shown.length > 0 ? 'PUBLISHED' : 'FINISHED' };
    if (/(published_posts|feed|media|comments)$/.test(path)) return { data: this.shown };
    if (path === '/88/content_publishing_limit') return { data: [] };
    return path.startsWith('/9') ? { id: path.slice(1), permalink: 'https://example.test/p' } : undefined;
  }

  private makePublic(path: string, { message = 'Fresh bread' }: Record<string, unknown>): object {
    const isSilent = this.each || ++this.calls === 1;
    if (isSilent && !this.isPublic) return this.silence;
    const id = `9${this.shown.length + 1}`;
    const time = this.meta.time();
    const type = path.startsWith('/88') ? { media_type: 'VIDEO', caption: message, timestamp: time } : {};
    this.shown.unshift({ id, message, created_time: time, from: { id: '77' }, ...type });
    return isSilent ? this.silence : { id };
  }
}

const POSTS = [
  ['a text', 'facebook', 'text', '/77/feed'],
  ['a photo', 'facebook', 'photo', '/77/feed'],
  ['a reel on Instagram', 'instagram', 'reel', '/88/media_publish'],
] as const;

const publish = ({ meta }: World, network: 'facebook' | 'instagram', format: string) =>
  meta.publish(network, { format, type: network === 'facebook' ? 'image' : 'video' });

describe.each(SILENT)('an answer %s', (_words, silence) => {
  it.each(POSTS)('does not make %s published: it is sent again', async (_what, network, format, call) => {
    const world = new World(silence, false);
    expect(await publish(world, network, format)).toMatchObject({ kind: 'published', remoteId: '91' });
    expect(world.meta.count('POST', call)).toBe(2);
  });

  it.each(POSTS)('leaves %s to be read back, and sent once', async (_what, network, format, call) => {
    const world = new World(silence, true);
    expect(await publish(world, network, format)).toMatchObject({ kind: 'published', remoteId: '91' });
    expect(world.meta.count('POST', call)).toBe(1);
  });

  it.each(POSTS)('to each call makes %s fail with a sentence', async (_what, network, format, call) => {
    const world = new World(silence, false, true);
    expect(await publish(world, network, format)).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(/^(The network|It could not be confirmed)/) as string,
    });
    expect(world.meta.count('POST', call)).toBeLessThanOrEqual(8);
  });

  it('leaves a comment in doubt, to be looked for', async () => {
    const world = new World(silence, true);
    const first = await world.meta.comment('facebook', { text: 'Read more' });
    expect(first).toMatchObject({ kind: 'later', tried: true });
    if (first.kind !== 'later') return;
    expect(first.session.intentAt).toBeDefined();
    const next = await world.meta.comment('facebook', { text: 'Read more', session: first.session });
    expect(next).toEqual({ kind: 'posted', remoteId: '91' });
    expect(world.meta.count('POST', '/900/comments')).toBe(1);
  });
});

it('waits for a post that the network says succeeded, however long no list shows it', async () => {
  const world = new World({ success: true }, false, true);
  expect(await publish(world, 'facebook', 'photo')).toMatchObject({
    kind: 'refused',
    reason: expect.stringMatching(/could not be confirmed/) as string,
  });
  expect(world.meta.count('POST', '/77/feed')).toBe(1);
});

it('finds out what a container became that is published already', async () => {
  const meta: ScriptedMeta = new ScriptedMeta(({ method, path }) => {
    if (path === '/88/content_publishing_limit') return { data: [] };
    if (path === '/88/media' && method === 'POST') return { id: '178', uri: URI };
    if (path === '/up') return { success: true };
    if (path === '/178') return { id: '178', status_code: 'PUBLISHED' };
    const shown = {
      id: '91',
      caption: 'Fresh bread',
      media_type: 'VIDEO',
      permalink: 'https://example.test/p',
    };
    const older = { ...shown, id: '90', timestamp: meta.time(meta.clock.now() - 26 * 3_600_000) };
    if (path === '/88/media') return { data: [{ ...shown, timestamp: meta.time() }, older] };
    return undefined;
  });
  expect(await meta.publish('instagram', { format: 'reel' })).toEqual({
    ...{ kind: 'published', remoteId: '91', permalink: 'https://example.test/p' },
  });
  expect(meta.count('POST', '/88/media_publish')).toBe(0);
});

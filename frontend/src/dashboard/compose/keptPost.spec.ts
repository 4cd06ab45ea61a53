import {
  discardPost,
  forgetPost,
  keepEdited,
  keepPost,
  keptEdited,
  keptPost,
  type FoundPost,
  type KeptPost,
} from './keptPost';
import { EMPTY_POST } from './unsentPost';

const post = (id: string, text: string): KeptPost => ({ id, post: { ...EMPTY_POST, text }, files: [] });

function found(): FoundPost {
  const kept = keptPost(1);
  if (!kept) throw new Error('Nothing is kept');
  return kept;
}

class Store {
  private readonly items = new Map<string, string>();
  isFull = false;
  getItem = (key: string) => this.items.get(key) ?? null;
  removeItem = (key: string) => void this.items.delete(key);
  setItem(key: string, value: string) {
    if (this.isFull) throw new Error('QuotaExceededError');
    this.items.set(key, value);
  }
}

describe('an unsent post', () => {
  let own: Store;
  let common: Store;

  beforeEach(() => {
    [own, common] = [new Store(), new Store()];
    Object.assign(globalThis, { sessionStorage: own, localStorage: common });
  });

  it('is found again by its user alone', () => {
    expect(keepPost(1, post('a', 'Mine'))).toBe(true);
    expect(keptPost(1)).toEqual(post('a', 'Mine'));
    expect(keptPost(2)).toBeUndefined();
  });

  it('stays that of its tab when another tab writes one', () => {
    keepPost(1, post('a', 'Here'));
    Object.assign(globalThis, { sessionStorage: new Store() });
    keepPost(1, post('b', 'There'));
    Object.assign(globalThis, { sessionStorage: own });
    expect(keptPost(1)?.post.text).toBe('Here');
    forgetPost(1, 'a');
    expect(keptPost(1)?.post.text).toBe('There');
  });

  it('is a copy in a second tab, which ends without touching what the first one keeps', () => {
    keepPost(1, post('a', 'Mine'));
    const stored = common.getItem('pagecast-compose-1');
    const next = new Store();
    Object.assign(globalThis, { sessionStorage: next });
    const { id, copied, ...rest } = found();
    expect([id === 'a', copied, rest]).toEqual([false, stored, { post: post('a', 'Mine').post, files: [] }]);
    // The first tab has written more: neither end is one of its post.
    keepPost(1, post('a', 'Mine, longer'));
    next.removeItem('pagecast-compose-1');
    forgetPost(1, id, copied);
    discardPost(1, id, copied);
    expect(keptPost(1)?.post.text).toBe('Mine, longer');
    discardPost(1, id, keptPost(1)?.copied);
    expect(keptPost(1)).toBeUndefined();
    Object.assign(globalThis, { sessionStorage: own });
    expect(keptPost(1)).toEqual(post('a', 'Mine'));
  });

  it('is gone in all tabs when a copy of it is sent unchanged', () => {
    common.setItem('pagecast-compose-1', JSON.stringify(post('a', 'Mine')));
    const { id, copied } = found();
    forgetPost(1, id, copied);
    expect(keptPost(1)).toBeUndefined();
  });

  it('is not kept where nothing can be stored, which does no harm', () => {
    [own.isFull, common.isFull] = [true, true];
    expect(keepPost(1, post('a', 'Lost'))).toBe(false);
    Object.assign(globalThis, { sessionStorage: undefined, localStorage: undefined });
    expect(keepPost(1, post('a', 'Lost'))).toBe(false);
    expect(keptPost(1)).toBeUndefined();
    forgetPost(1, 'a');
  });

  it.each(['nonsense', 'null', '[]', '{"id":1}', '{"id":"a","post":null}'])('is none in %s', (stored) => {
    common.setItem('pagecast-compose-1', stored);
    expect(keptPost(1)).toBeUndefined();
  });

  it('is read as far as it has its shape', () => {
    common.setItem(
      'pagecast-compose-1',
      '{"id":"a","post":{"text":5,"link":"x","targets":[{"accountId":4,"format":7},null,{}],"cover":{"atMs":"1"}}}',
    );
    expect(keptPost(1)).toEqual({
      id: expect.any(String) as string,
      copied: common.getItem('pagecast-compose-1'),
      post: { ...EMPTY_POST, link: 'x', targets: [{ accountId: 4, format: null, text: null, time: null }] },
      files: [],
    });
    common.setItem(
      'pagecast-compose-1',
      '{"id":"a","post":{},"files":[{"name":"a","sharedVideoId":9},{"sharedVideoId":"9"}]}',
    );
    expect(keptPost(1)?.files).toEqual([
      { name: 'a', altText: '', mediumId: null, sharedVideoId: 9 },
      { name: '', altText: '', mediumId: null, sharedVideoId: null },
    ]);
  });

  it('is beside what is changed of a post, of which each tab keeps its own', () => {
    keepPost(1, post('a', 'Unsent'));
    keepEdited(1, 5, { text: 'Changed', draft: true });
    expect([keptPost(1)?.post.text, keptEdited(1, 5)]).toEqual(['Unsent', { text: 'Changed', draft: true }]);
    expect([keptEdited(2, 5), keptEdited(1, 6)]).toEqual([{}, {}]);
    own.setItem('pagecast-edit-1-5', '{"text":5,"cover":{"atMs":"x"},"odd":1}');
    expect(keptEdited(1, 5)).toEqual({ text: '', cover: null });
    keepEdited(1, 5, null);
    expect([keptEdited(1, 5), keptPost(1)?.id]).toEqual([{}, 'a']);
  });
});

import type { Store } from './store';
import { World } from './world';

export interface StoreUnderTest {
  store: Store;
  /** Appends bytes to those of an object. */
  add(id: string, bytes: Buffer): void;
  end(): void;
}

const PAGE = '4242';

/** The guarantees of a store that the world relies on. */
export function storeContract(name: string, make: (now: () => number) => StoreUnderTest): void {
  describe(`the contract of the world's store, by ${name}`, () => {
    let now: number;
    let tested: StoreUnderTest;
    let store: Store;
    let world: World;

    beforeEach(() => {
      now = Date.now();
      tested = make(() => now);
      store = tested.store;
      world = new World(store, () => now);
    });
    afterEach(() => tested.end());

    const post = (live: 'now' | 'never' | number, owner = PAGE) => {
      const id = world.begin({ kind: 'post', owner, photos: [] });
      world.finish(id, { live });
      return id;
    };
    const listed = (more: object = {}) => world.published({ limit: 10, ...more }).map(({ id }) => id);

    it('mints ids that no number holds, each once', () => {
      const ids = Array.from({ length: 50 }, () => world.begin({ kind: 'photo', owner: PAGE }));
      expect(new Set(ids).size).toBe(50);
      for (const id of ids) expect(BigInt(id)).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER));
    });

    it('keeps a fact once, and replaces one only when told to', () => {
      const id = world.begin({ kind: 'video', owner: PAGE });
      expect(store.keep(id, 'upload', { file_size: 1 })).toBe(true);
      expect(store.keep(id, 'upload', { file_size: 2 })).toBe(false);
      expect(store.read(id, 'upload')).toEqual({ file_size: 1 });
      store.replace(id, 'upload', { file_size: 3 });
      expect(store.read(id, 'upload')).toEqual({ file_size: 3 });
    });

    it.each(['', '1', '../secrets', '..', 'start.json', '9'.repeat(30), '__proto__'])(
      'knows nothing of the id %p',
      (id) => expect(store.read(id, 'start')).toBeUndefined(),
    );

    it('counts bytes as they come, and forgets them with their object', () => {
      const id = world.begin({ kind: 'reel', owner: PAGE });
      expect(store.received(id).bytes).toBe(0);
      tested.add(id, Buffer.from('four'));
      tested.add(id, Buffer.from('five!'));
      expect(store.received(id).bytes).toBe(9);
      store.forget(id);
      expect([store.read(id, 'start'), store.received(id).bytes]).toEqual([undefined, 0]);
    });

    it('finishes an object once', () => {
      const id = world.begin({ kind: 'reel', owner: PAGE });
      const first = world.finish(id, { live: 'now', caption: 'first' });
      expect(world.finish(id, { live: 'now', caption: 'second' })).toBeUndefined();
      expect(world.finished(id)).toEqual(first);
      expect(listed()).toEqual([id]);
    });

    it('lists what is public of an account, newest first, by the clock', () => {
      const first = post('now');
      now += 1_000;
      const second = post('now');
      const later = post(now + 60_000);
      post('never');
      post('now', '77');
      expect(listed({ owner: PAGE })).toEqual([second, first]);
      expect(listed({ owner: PAGE, sinceMs: now })).toEqual([second]);
      const [newest] = world.published({ owner: PAGE, limit: 1 });
      expect(listed({ owner: PAGE, after: newest?.mark })).toEqual([first]);
      now += 60_000;
      expect(listed({ owner: PAGE })).toEqual([later, second, first]);
    });

    it('lists nothing that was rejected or withdrawn', () => {
      const rejected = world.begin({ kind: 'reel', owner: PAGE });
      world.process(rejected, { ms: 0, rejection: { code: 1363128, message: 'too long' } });
      world.finish(rejected, { live: 'now' });
      world.withdraw(post('now'));
      expect([listed(), store.marks()]).toEqual([[], []]);
    });
  });
}

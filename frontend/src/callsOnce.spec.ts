import { CallsOnce } from './callsOnce';

class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly error = '',
    message = '',
    readonly headers = new Headers(),
  ) {
    super(message);
  }
}

const keys: string[] = [];
let answer: unknown = 'made';

// It looks at the browser.
jest.mock('./api', () => ({
  get ApiError() {
    return Refusal;
  },
  isApiError: (error: unknown) => error instanceof Refusal,
  postOnce: (_path: string, _payload: unknown, key: string, heard: (refusal: unknown) => void) => {
    keys.push(key);
    if (!(answer instanceof Refusal)) return Promise.resolve(answer);
    heard(answer);
    return Promise.reject(answer);
  },
}));

const refusal = (status: number, headers: Record<string, string> = {}) =>
  new Refusal(status, '', `refused ${status}`, new Headers(headers));

describe('a call that must not be made twice', () => {
  let calls: CallsOnce;
  beforeEach(() => {
    keys.length = 0;
    calls = new CallsOnce();
    Object.assign(globalThis, { navigator: { onLine: true } });
  });

  const tryWith = async (next: unknown, payload: unknown = { minutes: 60 }) => {
    answer = next;
    return calls.post('/posts/bulk', payload).catch((error: unknown) => (error as Error).message);
  };
  /** For each call, which of them had its key first. */
  const firsts = () => keys.map((key) => keys.indexOf(key));

  it('has one key until an answer is known, and then another one', async () => {
    await tryWith(refusal(0));
    await tryWith(refusal(500));
    await tryWith(refusal(429));
    await tryWith(refusal(409, { 'Retry-After': '1' }));
    expect(calls.isUnsure).toBe(true);
    expect(await tryWith('made')).toBe('made');
    expect(calls.isUnsure).toBe(false);
    await tryWith('made');
    expect(firsts()).toEqual([0, 0, 0, 0, 0, 5]);
  });

  it('has a key of its own for each content', async () => {
    await tryWith(refusal(0));
    await tryWith(refusal(0), { minutes: 120 });
    await tryWith(refusal(0));
    expect(firsts()).toEqual([0, 1, 0]);
  });

  it.each([
    ['a first refusal', refusal(422)],
    ['a first guard', refusal(429)],
  ])('is new after %s', async (_what, first) => {
    await tryWith(first);
    await tryWith('made');
    expect(firsts()).toEqual([0, 1]);
  });

  it('is new where it could not leave this machine', async () => {
    Object.assign(globalThis, { navigator: { onLine: false } });
    await tryWith(refusal(0));
    await tryWith('made');
    expect(firsts()).toEqual([0, 1]);
  });

  it('says in plain words what the server says of its keys', async () => {
    await tryWith(refusal(0));
    expect(await tryWith(refusal(409, { 'Retry-After': '1' }))).toMatch(/still being saved/);
    expect(await tryWith(refusal(409))).toMatch(/^The answer was lost/);
    expect(calls.isUnsure).toBe(false);
    await tryWith(refusal(0));
    expect(await tryWith(refusal(409, { 'Idempotency-Replayed': 'true' }))).toBe('refused 409');
  });
});

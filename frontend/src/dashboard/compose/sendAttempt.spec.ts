import type { ApiError } from '../../api';
import {
  adoptAttempt,
  afterRefusal,
  attemptOf,
  forgetAttempt,
  isRepeatable,
  keepAttempt,
  nextAttempt,
  onAttempt,
  type SendAttempt,
} from './sendAttempt';

class Store {
  private readonly items = new Map<string, string>();
  getItem = (key: string) => this.items.get(key) ?? null;
  setItem = (key: string, value: string) => void this.items.set(key, value);
  removeItem = (key: string) => void this.items.delete(key);
}

const openTab = () => Object.assign(globalThis, { sessionStorage: new Store() });

const attempt: SendAttempt = {
  key: 'k1',
  content: 'Fresh bread',
  frameId: null,
  until: Date.now() + 3_600_000,
};

const refused = (status: number, headers: Record<string, string> = {}) =>
  ({ status, headers: new Headers(headers) }) as ApiError;

describe('an attempt to send a post', () => {
  beforeEach(() => {
    openTab();
    Object.assign(globalThis, { localStorage: new Store() });
  });

  it('is made again with the same key for the same post alone', () => {
    expect(nextAttempt(1, 'Fresh bread', 'f')).toMatchObject({ isRepeated: false, isDoubtful: false });
    keepAttempt(1, 'a', attempt);
    expect(nextAttempt(1, 'Fresh bread', 'f')).toEqual({ attempt, isRepeated: true, isDoubtful: false });
    const other = nextAttempt(1, 'Old bread', 'f');
    expect(other).toMatchObject({ isRepeated: false, isDoubtful: true });
    expect(other.attempt).toMatchObject({ content: 'Old bread', frameId: 'f' });
    expect(other.attempt.key).not.toBe('k1');
    expect(nextAttempt(2, 'Fresh bread', 'f')).toMatchObject({ isRepeated: false, isDoubtful: false });
  });

  it('is not made again once the server may have forgotten the key', () => {
    expect(isRepeatable({ ...attempt, until: Date.now() - 1 }, 'Fresh bread')).toBe(false);
  });

  it('is known to another tab that finds its post, and to no tab that finds another', () => {
    keepAttempt(1, 'a', attempt);
    openTab();
    adoptAttempt(1, 'b');
    expect(attemptOf(1)).toBeUndefined();
    adoptAttempt(1, 'a');
    expect(attemptOf(1)).toEqual(attempt);
    forgetAttempt(1, 'k1');
    expect(attemptOf(1)).toBeUndefined();
    openTab();
    adoptAttempt(1, 'a');
    expect(attemptOf(1)).toBeUndefined();
  });

  it('is forgotten by its own key', () => {
    let heard = 0;
    const leave = onAttempt(() => heard++);
    keepAttempt(1, 'a', attempt);
    forgetAttempt(1, 'k2');
    forgetAttempt(1, undefined);
    expect([attemptOf(1), heard]).toEqual([attempt, 3]);
    leave();
  });

  it.each([
    'nonsense',
    'null',
    '{}',
    '{"attempt":{"key":"k"}}',
    '{"attempt":{"key":1,"content":"","until":1}}',
  ])('is none in %s', (stored) => {
    sessionStorage.setItem('pagecast-attempt-1', stored);
    expect(attemptOf(1)).toBeUndefined();
  });

  const first = { isRepeated: false, hasLeft: true };
  const again = { isRepeated: true, hasLeft: true };
  const unsent = { hasLeft: false };
  const replayed = { 'Idempotency-Replayed': 'true' };
  const soon = { 'Retry-After': '1' };
  it.each([
    ['stays open without an answer', refused(0), first, attempt],
    ['stays open without an answer', refused(0), again, attempt],
    ['was not made offline', refused(0), { ...first, ...unsent }, undefined],
    ['stays open when its repetition is offline', refused(0), { ...again, ...unsent }, attempt],
    ['stays open after a fault of the server', refused(500), first, attempt],
    ['stays open while it runs', refused(409, soon), first, attempt],
    ['was not made when it is refused', refused(422), first, undefined],
    ['was not made when a guard refuses it', refused(429, soon), first, undefined],
    ['was not made in a conflict of its own', refused(409), first, undefined],
    ['stays open when a guard refuses its repetition', refused(429, soon), again, attempt],
    ['stays open when a guard refuses its repetition', refused(401), again, attempt],
    ['was not made when its repetition is refused', refused(422), again, undefined],
    ['was not made in a conflict that it is told again', refused(409, replayed), again, undefined],
    ['has no known end when the answer was not kept', refused(409), again, { ...attempt, until: 0 }],
  ])('%s', (_what, refusal, how, left) => {
    expect(afterRefusal(attempt, refusal, how)).toEqual(left);
  });
});
